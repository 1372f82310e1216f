/// What a view does to its lines, one step after the other: each acts on what the steps before it have left.
///
/// The section is one before the batch where lines go, and one after it where lines come, as animations are asked for.
@_spi(Adapters) public enum LineStep: Hashable, Sendable {
  /// Lines go.
  case remove(Range<Int>, section: Int)
  /// Lines come; they stand in this range afterwards.
  case insert(Range<Int>, section: Int)
  /// A line moves: it is taken out, and put in at an index of what remains.
  case move(from: Int, to: Int)
}

/// Steps that are put together where they follow each other.
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

  /// Lines that stand together move together.
  ///
  /// - Parameters:
  ///   - count: How many they are.
  ///   - from: Where the first one is.
  ///   - to: Where the first one is to be afterwards.
  mutating func move(block count: Int, from: Int, to: Int) {
    if from == to { return }
    for index in 0..<count {
      if to > from { move(from: from, to: to + count - 1) } else { move(from: from + index, to: to + index) }
    }
  }
}
