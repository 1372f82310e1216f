/// The slices in which elements were left over, so that they can be visited where they stand: a copy of a row would be a
/// visit to all that it refers to.
@usableFromInline package struct Pieces<Element: Diffable> {
  @usableFromInline package struct Piece {
    @usableFromInline package let slice: ArraySlice<Element>
    /// The position of the slice's first element.
    @usableFromInline package let start: Int32
    /// Which of the left-over elements is the first one in this slice.
    @usableFromInline package let first: Int
    /// Those of them whose hash is known already, and where in the list of hashes they begin.
    @usableFromInline package let hashed: Range<Int>
    @usableFromInline package let hashes: Int

    @inlinable package init(slice: ArraySlice<Element>, start: Int32, first: Int, hashed: Range<Int>, hashes: Int) {
      self.slice = slice
      self.start = start
      self.first = first
      self.hashed = hashed
      self.hashes = hashes
    }
  }

  @usableFromInline package var all: [Piece] = []
  /// Hashes that were taken while an element was at hand, which is cheaper than coming back to it.
  @usableFromInline package var hashes: ContiguousArray<UInt32> = []

  @inlinable package init() {}

  /// Adds a slice in which elements with these numbers are left over, the last ones of them hashed.
  @inlinable package mutating func append(
    _ slice: ArraySlice<Element>, at start: Int32, numbers: Range<Int>, hashed: Int
  ) {
    all.append(
      Piece(
        slice: slice, start: start, first: numbers.lowerBound,
        hashed: numbers.upperBound - hashed..<numbers.upperBound, hashes: hashes.count - hashed))
  }

  /// Adds a slice of which all is left over from number `first` on, unless it is the last slice: that goes on then.
  @inlinable package mutating func appendRest(_ slice: ArraySlice<Element>, at start: Int32, first: Int) {
    if let last = all.last, last.start == start, last.slice.count == slice.count,
      address(of: last.slice) == address(of: slice)
    {
      return
    }
    append(slice, at: start, numbers: first..<first, hashed: 0)
  }

  /// The hash of the left-over element with a number in a piece, where it is known already.
  @inlinable package func hash(_ number: Int, in piece: Piece) -> UInt32? {
    piece.hashed.contains(number) ? hashes[piece.hashes + number - piece.hashed.lowerBound] : nil
  }

  /// The numbers of the elements that are left over in a piece, of `count` in all.
  @inlinable package func numbers(in piece: Int, of count: Int) -> Range<Int> {
    all[piece].first..<(piece + 1 < all.count ? all[piece + 1].first : count)
  }

  /// The piece that holds the left-over element with a number.
  ///
  /// - Complexity: O(log *p*) for *p* pieces.
  @inlinable package func piece(of number: Int) -> Int {
    max(0, all.indices.partitioningIndex { all[$0].first > number } - 1)
  }
}

/// The leaves of a range of a rope, of which more and more is dealt with at both ends.
@usableFromInline package struct Lane<Element> {
  @usableFromInline package var leaves: ArraySlice<ArraySlice<Element>>
  /// The positions of what is left.
  @usableFromInline package var start: Int32
  @usableFromInline package var end: Int32

  @inlinable package init(_ leaves: [ArraySlice<Element>], at range: Range<Int>) {
    self.leaves = leaves[...]
    start = Int32(range.lowerBound)
    end = Int32(range.upperBound)
  }

  @inlinable package var isEmpty: Bool { leaves.isEmpty }
  @inlinable package var first: ArraySlice<Element> { leaves.first ?? [] }
  @inlinable package var last: ArraySlice<Element> { leaves.last ?? [] }

  /// Drops elements of the first leaf.
  @inline(never) @inlinable package mutating func dropFirst(_ count: Int) {
    start += Int32(count)
    if count == first.count {
      leaves = leaves.dropFirst()
    } else {
      leaves[leaves.startIndex] = first.dropFirst(count)
    }
  }

  /// Drops elements of the last leaf.
  @inline(never) @inlinable package mutating func dropLast(_ count: Int) {
    end -= Int32(count)
    if count == last.count {
      leaves = leaves.dropLast()
    } else {
      leaves[leaves.endIndex - 1] = last.dropLast(count)
    }
  }
}
