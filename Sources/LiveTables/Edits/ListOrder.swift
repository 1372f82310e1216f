/// A data structure that determines which of two list elements comes first without searching the list.
///
/// Every element has a token, every token has a label, and labels ascend along the list (order maintenance after Dietz
/// and Sleator, 1987, with relabelling after Bender et al., 2002). An order can serve several lists whose elements are
/// never compared with each other.
@usableFromInline package struct ListOrder: Sendable {
  @usableFromInline package typealias Token = Int32
  @usableFromInline package typealias Tokens = Rope<Token, Weightless<Token>>

  /// The distance between labels in a list that has not been edited.
  private static var distance: UInt64 { 1 << 32 }
  /// The minimum distance between labels after relabeling, if the list is short enough.
  private static var roominess: UInt64 { 1 << 12 }

  @usableFromInline package var labels: ContiguousArray<UInt64> = []
  private var free: [Token] = []

  @usableFromInline package init() {}

  @inlinable package func precedes(_ one: Token, _ two: Token) -> Bool { labels[Int(one)] < labels[Int(two)] }

  /// The number of tokens, used or unused, all of which are less than this number.
  @inlinable package var capacity: Int { labels.count }

  /// - Complexity: O(*n*).
  @usableFromInline package mutating func list(count: Int) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(count)
    for index in 0..<count { tokens.append(token(UInt64(index + 1) * Self.distance)) }
    return tokens
  }

  @usableFromInline package mutating func release(_ tokens: some Sequence<Token>) { free += tokens }

  private mutating func token(_ label: UInt64) -> Token {
    if let token = free.popLast() {
      labels[Int(token)] = label
      return token
    }
    labels.append(label)
    return Token(labels.count - 1)
  }

  /// Inserts new elements into a list, each at its final position, in ascending order.
  ///
  /// - Complexity: O(*m* + *k* log *n*) for *m* elements in *k* runs, or O(*n* + *m*) for many runs.
  @usableFromInline package mutating func insert(_ positions: [Int], into list: inout Tokens) -> [Token] {
    let stretches = Tokens.stretches(of: positions) { $0 }
    if stretches.count * Tokens.editCost >= list.count, stretches.count > 1 {
      let tokens = positions.map { _ in token(0) }
      list.insert(positions.indices.map { (position: positions[$0], element: tokens[$0]) })
      for (index, token) in list.contents.enumerated() { labels[Int(token)] = UInt64(index + 1) * Self.distance }
      return tokens
    }
    var all: [Token] = []
    for stretch in stretches {
      let position = positions[stretch.lowerBound]
      let tokens = stretch.map { _ in token(0) }
      list.replace(position..<position, with: tokens)
      label(position..<position + tokens.count, in: list)
      all += tokens
    }
    return all
  }

  /// Labels the elements in a range, and relabels neighbors if there is no room between their labels.
  private mutating func label(_ range: Range<Int>, in list: Tokens) {
    var (low, high) = (range.lowerBound, range.upperBound)
    var isFirstTry = true
    while true {
      let floor = low == 0 ? 0 : labels[Int(list[low - 1])]
      let isEnd = high == list.count
      let room = isEnd ? UInt64.max - floor : labels[Int(list[high])] - floor
      let step = room / UInt64(high - low + 1)
      if step >= (isFirstTry ? 1 : Self.roominess) || (low == 0 && isEnd) {
        var next = floor
        for leaf in list.leaves(in: low..<high) {
          for token in leaf {
            next += min(step, Self.distance)
            labels[Int(token)] = next
          }
        }
        return
      }
      isFirstTry = false
      let margin = max(8, high - low)
      low = max(0, low - margin)
      high = min(list.count, high + margin)
    }
  }

  /// - Complexity: O(log² *n*).
  @usableFromInline package func position(of token: Token, in list: Tokens) -> Int {
    list.firstPosition { !precedes($1, token) }
  }
}

extension Rope {
  /// Returns the first position at which a condition holds, or `count`.
  ///
  /// The condition must hold at all later positions.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable package func firstPosition(where isReached: (_ position: Int, borrowing Element) -> Bool) -> Int {
    var node = root
    var start = 0
    while true {
      switch node {
      case .leaf(let slice):
        let elements = slice.span
        return start
          + (0..<slice.count).partitioningIndex { index in
            elements.lend(index) { isReached(start + index, $0) }
          }
      case .branch(let branch):
        let slot = (0..<branch.children.count - 1).partitioningIndex { slot in
          branch.children[slot].lendLast { isReached(start + branch.ends[slot] - 1, $0) } ?? false
        }
        if slot > 0 { start += branch.ends[slot - 1] }
        node = branch.children[slot]
      }
    }
  }
}
