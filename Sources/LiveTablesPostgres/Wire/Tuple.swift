#if Postgres
internal import LiveTables

/// The values of a row in the server's text format.
struct Tuple: Hashable, Sendable {
  enum Field: Hashable, Sendable {
    case null
    /// A long value that has not changed and that the server does not send.
    case unchanged
    /// Text, stored as a range of the row's bytes.
    case text(Range<Int>)
  }

  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]

  init(bytes: [UInt8], fields: [Field]) {
    self.bytes = bytes
    self.fields = fields
  }

  func bytes(at index: Int) -> ArraySlice<UInt8>? {
    guard fields.indices.contains(index), case .text(let range) = fields[index] else { return nil }
    return bytes[range]
  }

  func text(at index: Int) -> String? { bytes(at: index).map { String(decoding: $0, as: UTF8.self) } }

  var hasUnchanged: Bool { fields.contains(.unchanged) }

  /// Copies the values that were not sent from an earlier version of the row.
  ///
  /// - Returns: `false` if the earlier version does not contain all of these values.
  mutating func fill(from old: Tuple?) -> Bool {
    for index in fields.indices where fields[index] == .unchanged {
      guard let old, old.fields.indices.contains(index) else { return false }
      switch old.fields[index] {
      case .unchanged: return false
      case .null: fields[index] = .null
      case .text(let range):
        let start = bytes.count
        bytes += old.bytes[range]
        fields[index] = .text(start..<bytes.count)
      }
    }
    return true
  }

  /// Returns the key of the row, which consists of the texts of certain columns.
  func key(_ columns: [Int]) -> RowKey? {
    if columns.count == 1 { return text(at: columns[0]).map { RowKey($0) } }
    var texts: [String] = []
    for column in columns {
      guard let text = text(at: column) else { return nil }
      texts.append(text)
    }
    return RowKey(texts)
  }
}

/// The key of a row, which consists of one or more texts.
struct RowKey: Hashable, Sendable {
  /// The only text, or several texts, each preceded by its length.
  private let text: ByteText

  init(_ text: String) { self.text = ByteText(text) }

  init(_ texts: [String]) {
    text = ByteText(texts.count == 1 ? texts[0] : texts.map { "\($0.utf8.count):" + $0 }.joined())
  }

  /// Returns the texts of a key that consists of the given number of texts.
  func texts(_ count: Int) -> [String] {
    if count == 1 { return [text.string] }
    var rest = text.string.utf8[...]
    var texts: [String] = []
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")), let size = Int(Substring(rest[..<colon])) {
      rest = rest[rest.index(after: colon)...]
      texts.append(String(decoding: rest.prefix(size), as: UTF8.self))
      rest = rest.dropFirst(size)
    }
    return texts
  }
}

extension RowKey: CustomStringConvertible {
  var description: String { "“\(text.string.prefix(64))”" }
}

extension Tuple {
  /// Parses a row from a line of `COPY … TO STDOUT` in text format.
  ///
  /// - Parameter count: The number of values for which to reserve memory.
  init(line: some BidirectionalCollection<UInt8>, count: Int = 0) throws(WireError) {
    var fields: [Field] = []
    fields.reserveCapacity(count)
    var isEscaped = false
    let bytes = [UInt8](unsafeUninitializedCapacity: line.count) { bytes, end in
      var start = 0
      var isNull = false
      func finish() {
        fields.append(isNull ? .null : .text(start..<end))
        (start, isNull) = (end, false)
      }
      for var byte in line {
        if isEscaped {
          isEscaped = false
          switch byte {
          case UInt8(ascii: "N"):
            isNull = true
            continue
          case UInt8(ascii: "b"): byte = 8
          case UInt8(ascii: "f"): byte = 12
          case UInt8(ascii: "n"): byte = 10
          case UInt8(ascii: "r"): byte = 13
          case UInt8(ascii: "t"): byte = 9
          case UInt8(ascii: "v"): byte = 11
          default: break
          }
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
          continue
        } else if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") {
          finish()
          continue
        }
        bytes[end] = byte
        end += 1
      }
      if line.last != UInt8(ascii: "\n") { finish() }
    }
    if isEscaped { throw .truncated(wanted: 1, left: 0) }
    self.init(bytes: bytes, fields: fields)
  }
}
#endif
