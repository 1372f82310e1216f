import LiveTables

/// The visible nodes of a tree, whose ancestors are all expanded, in depth-first order.
///
/// Lookups take O(log *n*).
@usableFromInline struct OutlineMarks: Sendable {
  typealias Storage = Rope<Bool, TrueCount>

  private(set) var rope: Storage

  @usableFromInline init() { rope = Storage() }

  @usableFromInline var count: Int { rope.count }

  /// Whether the node at a position is visible.
  @usableFromInline subscript(position: Int) -> Bool { rope[position] }

  @usableFromInline func rows(in range: Range<Int>) -> Range<Int> {
    rope.weight(before: range.lowerBound)..<rope.weight(before: range.upperBound)
  }

  @usableFromInline func position(ofRow row: Int) -> Int { rope.find(weight: row).position }

  /// Returns the visible nodes in a range.
  ///
  /// - Complexity: O(*k* log *n*) for *k* visible nodes.
  @usableFromInline func shownPositions(in range: Range<Int>) -> [Int] {
    let rows = rows(in: range)
    var found: [Int] = []
    while found.count < rows.count {
      let first = position(ofRow: rows.lowerBound + found.count)
      let (leaf, start) = rope.leaf(at: first)
      for (offset, isShown) in leaf.dropFirst(first - start).enumerated() where isShown && found.count < rows.count {
        found.append(first + offset)
      }
    }
    return found
  }

  /// Replaces a range of nodes.
  ///
  /// - Parameters:
  ///   - shown: The new positions of the visible nodes.
  /// - Complexity: O(log *n* + *m*) for *m* nodes.
  @usableFromInline mutating func replace(_ range: Range<Int>, count newCount: Int, shown: [Int]) {
    var marks = [Bool](repeating: false, count: newCount)
    for position in shown { marks[position - range.lowerBound] = true }
    rope.replace(range, with: marks)
  }

  /// Sets the visibility of nodes at ascending positions.
  ///
  /// - Complexity: O(*k* log *n*) for *k* positions, or less if they are close together.
  @usableFromInline mutating func set(_ positions: [Int], isShown: Bool) {
    var start = 0
    while start < positions.count {
      // One edit to the rope costs as much as copying this number of marks.
      var end = start + 1
      while end < positions.count, positions[end] - positions[end - 1] < 128,
        positions[end] - positions[start] < Storage.leafCapacity
      {
        end += 1
      }
      let range = positions[start]..<positions[end - 1] + 1
      var marks = rope.leaves(in: range).flatMap { $0 }
      for position in positions[start..<end] { marks[position - range.lowerBound] = isShown }
      rope.replace(range, with: marks)
      start = end
    }
  }
}
