/// A type whose values are sorted as 64-bit integers.
@usableFromInline package protocol IntegerSortKey {
  var sortNumber: Int64 { get }
}

extension Int: IntegerSortKey {
  @inlinable package var sortNumber: Int64 { Int64(self) }
}

extension Int32: IntegerSortKey {
  @inlinable package var sortNumber: Int64 { Int64(Int(self)) }
}

extension Int64: IntegerSortKey {
  @inlinable package var sortNumber: Int64 { self }
}

extension UnsafeRawPointer: IntegerSortKey {
  @inlinable package var sortNumber: Int64 { Int64(_truncatingBits: UInt(bitPattern: self)) }
}

/// An element in a list to be sorted, represented by its number and its index.
@usableFromInline package struct SortEntry {
  @usableFromInline package let number: Int64
  /// The index of the element before sorting.
  @usableFromInline package let index: Int

  @inlinable package init(number: Int64, index: Int) {
    self.number = number
    self.index = index
  }

  /// Stably sorts a list of entries.
  ///
  /// The engine sorts only entries, so that the sort is compiled once for all element types.
  @inline(never) @usableFromInline package static func sort(_ entries: inout [SortEntry]) {
    entries.sort { $0.number < $1.number }
  }
}

extension Array {
  /// Stably sorts the elements by a number that is computed for each element.
  ///
  /// - Complexity: O(*n*) if the elements are already in order, otherwise O(*n* log *n*).
  @inlinable package mutating func sort<Number: IntegerSortKey>(on number: (Element) -> Number) {
    guard let first else { return }
    var last = number(first).sortNumber
    // Most lists are already in order and require no memory.
    let isInOrder = allSatisfy { element in
      let next = number(element).sortNumber
      defer { last = next }
      return last <= next
    }
    if isInOrder { return }
    var entries: [SortEntry] = []
    entries.reserveCapacity(count)
    for index in indices {
      entries.append(SortEntry(number: number(self[index]).sortNumber, index: index))
    }
    SortEntry.sort(&entries)
    self = entries.map { self[$0.index] }
  }
}

extension Sequence {
  @inlinable package func sorted<Number: IntegerSortKey>(on number: (Element) -> Number) -> [Element] {
    var all = Array(self)
    all.sort(on: number)
    return all
  }
}

extension [Int] {
  @usableFromInline package mutating func sortAscending() { sort(on: { $0 }) }
}

extension [RowPath] {
  @usableFromInline package mutating func sortAscending() { sort(on: { $0.number }) }
}

extension Sequence<Int> {
  @inlinable package func ascending() -> [Int] {
    var all = Array(self)
    all.sortAscending()
    return all
  }
}

extension Sequence<RowPath> {
  @inlinable package func ascending() -> [RowPath] {
    var all = Array(self)
    all.sortAscending()
    return all
  }
}
