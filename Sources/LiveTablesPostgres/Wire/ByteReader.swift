#if Postgres
/// Reads big-endian numbers and texts from a message, with bounds checks.
struct ByteReader {
  let bytes: ArraySlice<UInt8>
  private(set) var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  var left: Int { bytes.endIndex - offset }

  mutating func byte() throws(WireError) -> UInt8 {
    guard left > 0 else { throw .truncated(wanted: 1, left: 0) }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
    let size = Number.bitWidth / 8
    guard left >= size else { throw .truncated(wanted: size, left: left) }
    var number: Number = 0
    for index in offset..<offset + size { number = number << 8 | Number(truncatingIfNeeded: bytes[index]) }
    offset += size
    return number
  }

  mutating func position() throws(WireError) -> LogPosition { LogPosition(offset: try integer()) }

  mutating func text() throws(WireError) -> String {
    guard let end = bytes[offset...].firstIndex(of: 0) else { throw .truncated(wanted: left + 1, left: left) }
    defer { offset = end + 1 }
    guard let text = String(validating: bytes[offset..<end], as: UTF8.self) else { throw .text }
    return text
  }

  mutating func range(_ count: Int) throws(WireError) -> Range<Int> {
    guard count >= 0, left >= count else { throw .truncated(wanted: count, left: left) }
    defer { offset += count }
    return offset..<offset + count
  }

  func end() throws(WireError) {
    if left > 0 { throw .trailing(left) }
  }
}
#endif
