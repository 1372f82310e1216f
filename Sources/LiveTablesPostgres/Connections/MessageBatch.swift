#if Postgres
/// Messages of a copy, whose bytes are in a single array.
struct MessageBatch: RandomAccessCollection, Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The number of bytes of all messages.
  var size: Int { bytes.count }
  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  mutating func append(_ message: UnsafeRawBufferPointer) {
    bytes += message
    ends.append(bytes.count)
  }
}
#endif
