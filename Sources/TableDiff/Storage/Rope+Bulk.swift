/// Bulk edits of ropes. Few edits are made individually, and many edits are made in one pass over all elements.
extension Rope {
  /// The number of elements for which a pass costs as much as a single edit.
  @inlinable package static var editCost: Int { 64 }

  /// Removes the elements of the rope at ascending positions.
  ///
  /// - Complexity: O(*k* log *n*) for a small number *k* of runs of adjacent positions, otherwise O(*n*).
  @inlinable package mutating func remove(at positions: [Int]) {
    let stretches = Self.stretches(of: positions) { $0 }
    // Most edits are at a single place and require no lists.
    if stretches.count == 1 { return replace(positions[0]..<positions[0] + positions.count, with: []) }
    let ranges = stretches.map { positions[$0.lowerBound]..<positions[$0.lowerBound] + $0.count }
    replace(ranges, with: [], parts: ranges.map { _ in 0..<0 })
  }

  /// Inserts elements into the rope at their final positions, in ascending order.
  ///
  /// - Complexity: O(*k* log *n* + *m*) for *m* elements in a small number *k* of runs, otherwise O(*n* + *m*).
  @inlinable package mutating func insert(_ arrivals: [(position: Int, element: Element)]) {
    let parts = Self.stretches(of: arrivals) { $0.position }
    if parts.count == 1 { return replace(arrivals[0].position..<arrivals[0].position, with: arrivals.map(\.element)) }
    let ranges = parts.map { part in
      let position = arrivals[part.lowerBound].position - part.lowerBound
      return position..<position
    }
    replace(ranges, with: arrivals.map(\.element), parts: parts)
  }

  /// Replaces ascending ranges, which may be empty, with parts of the given elements.
  ///
  /// - Complexity: O(*k* log *n* + *m*) for *m* elements in a small number *k* of ranges, otherwise O(*n* + *m*).
  @inlinable package mutating func replace(_ ranges: [Range<Int>], with elements: [Element], parts: [Range<Int>]) {
    if ranges.count <= 1 || ranges.count * Self.editCost < count {
      for index in ranges.indices.reversed() { replace(ranges[index], with: Array(elements[parts[index]])) }
      return
    }
    var all: [Element] = []
    all.reserveCapacity(count + elements.count)
    var finder = Finder(self)
    var next = 0
    for index in ranges.indices {
      finder.append(next..<ranges[index].lowerBound, to: &all)
      all += elements[parts[index]]
      next = ranges[index].upperBound
    }
    finder.append(next..<count, to: &all)
    self = Self.holding(all)
  }

  @inlinable package static func holding(_ elements: [Element]) -> Rope {
    Weight.isZero ? Rope(elements) : Rope(copying: elements)
  }

  /// Returns the ranges of a list whose entries have adjacent positions.
  @inlinable package static func stretches<Entry>(of entries: [Entry], _ position: (Entry) -> Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    for index in entries.indices {
      let next = index + 1
      if next == entries.count || position(entries[next]) != position(entries[index]) + 1 {
        found.append(start..<next)
        start = next
      }
    }
    return found
  }
}
