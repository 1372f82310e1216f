/// The segments that contain left-over rows, which can be visited in place.
struct Pieces {
  struct Piece {
    let segment: Segment
    let first: Int
    /// The left-over rows that have been hashed, and the start of their hashes in `hashes`.
    fileprivate(set) var hashed: Range<Int>
    let hashes: Int
  }

  private(set) var all: [Piece] = []
  /// The hashes of left-over rows that were computed while the rows were in the cache.
  private(set) var hashes: [UInt32] = []

  private static let room = 16

  /// Leaves over rows of a segment that are currently in the cache.
  ///
  /// - Parameters:
  ///   - positions: The list to which the positions of left-over rows are appended.
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

  /// Hashes the left-over rows of the last piece, starting with number `first`.
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

  mutating func leaveRest(_ segment: Segment, from index: Int, to positions: inout [Int32]) {
    if index == segment.count { return }
    open(segment, first: positions.count)
    Alignment.append(segment.position + Int32(index), to: segment.end, &positions)
  }

  /// Continues the last piece, or begins a new piece for a segment.
  ///
  /// Sections that contain the same array have the same segment. Such a segment receives a second piece, because other
  /// rows lie between its hashed rows.
  private mutating func open(_ segment: Segment, first: Int, isHashing: Bool = false) {
    if let last = all.last, last.segment.position == segment.position, last.segment.start == segment.start,
      last.segment.count == segment.count, !isHashing || last.hashed.isEmpty || last.hashed.upperBound == first
    {
      return
    }
    all.append(Piece(segment: segment, first: first, hashed: first..<first, hashes: hashes.count))
  }

  func numbers(in piece: Int, of count: Int) -> Range<Int> {
    all[piece].first..<(piece + 1 < all.count ? all[piece + 1].first : count)
  }

  /// Returns the piece that contains the left-over row with the given number.
  ///
  /// - Complexity: O(log *p*) for *p* pieces.
  func piece(of number: Int) -> Int { max(0, all.indices.partitioningIndex { all[$0].first > number } - 1) }
}
