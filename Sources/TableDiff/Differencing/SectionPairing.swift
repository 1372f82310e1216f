/// The correspondence between the sections of two tables, which a ``StagePlanner`` turns into batch updates.
@usableFromInline package struct SectionPairing {
  /// The paired sections whose rows may differ, in ascending order of their new positions.
  @usableFromInline package var pairs: [Pair] = []
  /// The positions of deleted sections in the old table.
  @usableFromInline package var deleted: [Int] = []
  /// The positions of inserted sections in the new table.
  @usableFromInline package var inserted: [Int] = []
  @usableFromInline package var moves: [Pair] = []
  /// The paired sections whose values have changed.
  @usableFromInline package var updates: [Pair] = []
  /// The runs of sections that share all storage, including rows.
  ///
  /// These sections are not in `pairs`, but they are in `moves` if they move.
  @usableFromInline package var shared: [Run] = []

  var areInPlace: Bool { deleted.isEmpty && inserted.isEmpty && moves.isEmpty }

  private static let firstPair = [Pair(old: 0, new: 0)]

  @usableFromInline package init(ofOne hasSameContent: Bool) {
    pairs = Self.firstPair
    if !hasSameContent { updates = pairs }
  }

  /// Creates a pairing from an alignment of two lists of sections.
  ///
  /// - Parameter matching: The pairs among the sections that the alignment has left over.
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
