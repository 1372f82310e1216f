/// Consecutive rows of any type in memory, and the position of the first row in its sequence.
///
/// A segment does not keep its rows alive, so the caller of the diff must do so.
@usableFromInline package struct Segment {
  @usableFromInline package private(set) var start: UnsafeRawPointer
  @usableFromInline package private(set) var count: Int
  @usableFromInline package private(set) var position: Int32

  /// - Parameters:
  ///   - leaf: The rows of the segment. The elements of a slice are contiguous, even in a bridged Objective-C array.
  @inlinable package init<Row>(_ leaf: ArraySlice<Row>, at position: Int) {
    // The address of an empty segment is never used.
    start = leaf.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } ?? Self.nowhere
    count = leaf.count
    self.position = Int32(position)
  }

  @usableFromInline static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 4_096).unsafelyUnwrapped }

  var end: Int32 { position &+ Int32(truncatingIfNeeded: count) }

  /// Returns the address of the row at an index.
  ///
  /// - Parameter number: The number of rows that are read, starting at the index.
  func row(_ index: Int, count number: Int = 1, stride: Int) -> UnsafeRawPointer {
    assert(index >= 0 && index + number <= count, "\(index)..<\(index + number) of \(count)")
    return start + index &* stride
  }

  mutating func dropFirst(_ number: Int, stride: Int) {
    start += number &* stride
    position &+= Int32(truncatingIfNeeded: number)
    count &-= number
  }

  mutating func dropLast(_ number: Int) { count &-= number }
}

/// The segments of one sequence, which the aligner consumes from both ends.
struct Lane {
  private(set) var segments: ArraySlice<Segment>
  private(set) var start: Int32
  private(set) var end: Int32
  private let stride: Int

  init(_ segments: [Segment], at range: Range<Int>, stride: Int) {
    self.segments = segments[...]
    start = Int32(range.lowerBound)
    end = Int32(range.upperBound)
    self.stride = stride
  }

  var isEmpty: Bool { segments.isEmpty }
  var first: Segment { segments[segments.startIndex] }
  var last: Segment { segments[segments.endIndex - 1] }

  mutating func dropFirst(_ count: Int) {
    start += Int32(count)
    if count == first.count {
      segments.removeFirst()
    } else {
      segments[segments.startIndex].dropFirst(count, stride: stride)
    }
  }

  mutating func dropLast(_ count: Int) {
    end -= Int32(count)
    if count == last.count {
      segments.removeLast()
    } else {
      segments[segments.endIndex - 1].dropLast(count)
    }
  }
}
