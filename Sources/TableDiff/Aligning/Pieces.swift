/// The segments in which rows were left over, so that they can be visited where they stand.
struct Pieces {
  struct Piece {
    let segment: Segment
    /// Which of the left-over rows is the first one in this segment.
    let first: Int
    /// Those of them whose hash is known already, and where in the list of hashes they begin.
    fileprivate(set) var hashed: Range<Int>
    let hashes: Int
  }

  private(set) var all: [Piece] = []
  /// Hashes that were taken while a row was at hand, which is cheaper than coming back to it.
  private(set) var hashes: [UInt32] = []

  /// How many left-over rows have room from the start.
  private static let room = 16

  /// Leaves over rows of a segment, which are at hand now.
  ///
  /// - Parameters:
  ///   - positions: Where the positions of left-over rows go.
  ///   - isHashing: Whether they are hashed now.
  mutating func leave(
    _ segment: Segment, _ range: Range<Int>, to positions: inout [Int32], isHashing: Bool, by rows: borrowing RowType
  ) {
    if range.isEmpty { return }
    if positions.isEmpty {
      positions.reserveCapacity(min(segment.count, Self.room))
      hashes.reserveCapacity(min(segment.count, Self.room))
    }
    open(segment, first: positions.count, isHashing: isHashing)
    if isHashing { hash(segment, range, first: positions.count, by: rows) }
    for index in range { positions.append(segment.position + Int32(index)) }
  }

  /// Hashes rows that are left over in the last piece from number `first` on.
  private mutating func hash(_ segment: Segment, _ range: Range<Int>, first: Int, by rows: borrowing RowType) {
    let (last, hashed) = (all.count - 1, all[all.count - 1].hashed)
    all[last].hashed = (hashed.isEmpty ? first : hashed.lowerBound)..<first + range.count
    withRoom(for: _RowQuestion.limit, of: UInt32.self) { some in
      var index = range.lowerBound
      while index < range.upperBound {
        let count = min(_RowQuestion.limit, range.upperBound - index)
        rows.hash(segment, index, count: count, into: some, areQuick: true)
        for offset in 0..<count { hashes.append(some[offset]) }
        index += count
      }
    }
  }

  /// Leaves over all of a segment from an index on.
  mutating func leaveRest(_ segment: Segment, from index: Int, to positions: inout [Int32]) {
    if index == segment.count { return }
    open(segment, first: positions.count)
    Alignment.append(segment.position + Int32(index), to: segment.end, &positions)
  }

  /// Goes on in a segment, or begins with it.
  ///
  /// Sections that hold one array may have the same segment, and its hashed rows would have others between them: then it
  /// begins again.
  private mutating func open(_ segment: Segment, first: Int, isHashing: Bool = false) {
    if let last = all.last, last.segment.position == segment.position, last.segment.start == segment.start,
      last.segment.count == segment.count, !isHashing || last.hashed.isEmpty || last.hashed.upperBound == first
    {
      return
    }
    all.append(Piece(segment: segment, first: first, hashed: first..<first, hashes: hashes.count))
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
