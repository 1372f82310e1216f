/// The segments in which rows were left over, so that they can be visited where they stand.
struct Pieces {
  struct Piece {
    let segment: Segment
    /// Which of the left-over rows is the first one in this segment.
    let first: Int
    /// Those of them whose hash is known already, and where in the list of hashes they begin.
    let hashed: Range<Int>
    let hashes: Int
  }

  private(set) var all: [Piece] = []
  /// Hashes that were taken while a row was at hand, which is cheaper than coming back to it.
  var hashes: [UInt32] = []

  /// Adds a segment in which rows with these numbers are left over, the last ones of them hashed.
  mutating func append(_ segment: Segment, numbers: Range<Int>, hashed: Int) {
    all.append(
      Piece(
        segment: segment, first: numbers.lowerBound, hashed: numbers.upperBound - hashed..<numbers.upperBound,
        hashes: hashes.count - hashed))
  }

  /// Adds a segment of which all is left over from number `first` on, unless it is the last one: that goes on then.
  mutating func appendRest(_ segment: Segment, first: Int) {
    if let last = all.last?.segment, last.position == segment.position, last.count == segment.count,
      last.start == segment.start
    {
      return
    }
    append(segment, numbers: first..<first, hashed: 0)
  }

  /// The numbers of the rows that are left over in a piece, of `count` in all.
  func numbers(in piece: Int, of count: Int) -> Range<Int> {
    all[piece].first..<(piece + 1 < all.count ? all[piece + 1].first : count)
  }

  /// The piece that holds the left-over row with a number.
  ///
  /// - Complexity: O(log *p*) for *p* pieces.
  func piece(of number: Int) -> Int { max(0, all.indices.partitioningIndex { all[$0].first > number } - 1) }
}
