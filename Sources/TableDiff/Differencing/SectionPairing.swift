/// How the sections of two tables pair.
@usableFromInline package struct SectionPairing {
  /// Paired sections, ascending by new index.
  @usableFromInline package var pairs: [Pair] = []
  /// Sections without a counterpart.
  @usableFromInline package var deleted: [Int] = []
  @usableFromInline package var inserted: [Int] = []
  /// Pairs that have to move.
  @usableFromInline package var moves: [Pair] = []
  /// Pairs whose own value changed.
  @usableFromInline package var updates: [Pair] = []
  /// Runs of sections that are the same storage, rows and all; they are not among `pairs` unless they move.
  @usableFromInline package var shared: [Run] = []

  /// Whether no section comes, goes or moves.
  var areInPlace: Bool { deleted.isEmpty && inserted.isEmpty && moves.isEmpty }

  private static let firstPair = [Pair(old: 0, new: 0)]

  /// Two tables of one section with one identity.
  @usableFromInline package init(ofOne hasSameContent: Bool) {
    pairs = Self.firstPair
    if !hasSameContent { updates = pairs }
  }

  /// Reads the alignment of two lists of sections.
  ///
  /// - Parameter matching: How the sections pair that the alignment left over.
  @usableFromInline package init(_ alignment: Alignment, _ matching: Matching) {
    var loose: [Pair] = []
    for (index, match) in matching.pairs.enumerated() {
      if match < 0 {
        inserted.append(Int(alignment.newLeft[index]))
      } else {
        loose.append(Pair(old: alignment.oldLeft[Int(match)], new: alignment.newLeft[index]))
      }
    }
    for (index, isMatched) in matching.isMatched.enumerated() where !isMatched {
      deleted.append(Int(alignment.oldLeft[index]))
    }
    var moves: [Pair] = []
    Ordering.forEachMove(runs: alignment.runs[...], loose: loose) { moves.append($0) }
    self.moves = moves
    pairs = loose
    for run in alignment.runs {
      if run.isShared {
        shared.append(run)
      } else {
        for offset in 0..<Int(run.count) {
          pairs.append(Pair(old: run.old + Int32(offset), new: run.new + Int32(offset)))
        }
      }
    }
    if !loose.isEmpty { pairs.sort { $0.new } }
    updates = alignment.updates
    for index in matching.changed {
      updates.append(
        Pair(old: alignment.oldLeft[Int(matching.pairs[Int(index)])], new: alignment.newLeft[Int(index)]))
    }
  }
}
