/// An update to a view's list of lines, applied to the result of the previous updates.
///
/// The lines' section determines the animation. The section is an old index for removals, and a new one for insertions.
package enum LineStep: Hashable, Sendable {
  /// Removes lines.
  case remove(Range<Int>, section: Int)
  /// Inserts lines at the given indices.
  case insert(Range<Int>, section: Int)
  /// Removes a line and inserts it at an index among the remaining lines.
  case move(from: Int, to: Int)
}

/// A list of line updates in which adjacent updates are combined.
struct LineSteps {
  private(set) var all: [LineStep] = []

  mutating func remove(_ range: Range<Int>, section: Int) {
    if range.isEmpty { return }
    if case .remove(let last, section)? = all.last, range.upperBound == last.lowerBound {
      all[all.count - 1] = .remove(range.lowerBound..<last.upperBound, section: section)
    } else {
      all.append(.remove(range, section: section))
    }
  }

  mutating func insert(_ range: Range<Int>, section: Int) {
    if range.isEmpty { return }
    if case .insert(let last, section)? = all.last, last.upperBound == range.lowerBound {
      all[all.count - 1] = .insert(last.lowerBound..<range.upperBound, section: section)
    } else {
      all.append(.insert(range, section: section))
    }
  }

  mutating func move(from: Int, to: Int) {
    if from != to { all.append(.move(from: from, to: to)) }
  }

  mutating func move(block count: Int, from: Int, to: Int) {
    if from == to { return }
    for index in 0..<count {
      if to > from { move(from: from, to: to + count - 1) } else { move(from: from + index, to: to + index) }
    }
  }
}
