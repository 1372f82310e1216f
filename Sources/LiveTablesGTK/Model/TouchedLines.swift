#if GTK
import LiveTablesOperators

/// The lines that the steps of a batch remove, insert and move, all others of which keep their order.
struct TouchedLines {
  /// The lines that move, with their indices before and after the batch.
  private(set) var moves: [(from: Int, to: Int)] = []
  private var removed: [Int] = []
  private var inserted: [Int] = []

  /// Finds the lines that are touched.
  ///
  /// - Returns: `nil` if there are more lines or steps than the limit.
  /// - Complexity: O(*l* *k*) for *l* lines and *k* steps.
  init?(_ steps: [LineStep], limit: Int) {
    var count = 0
    for step in steps {
      switch step {
      case .remove(let range, _), .insert(let range, _): count += range.count
      case .move: count += 1
      }
      if count > limit { return nil }
    }
    for (index, step) in steps.enumerated() {
      switch step {
      case .remove(let range, _): removed += range.compactMap { Self.before($0, steps[..<index]) }
      case .insert(let range, _): inserted += range.compactMap { Self.after($0, steps[(index + 1)...]) }
      case .move(let from, let to):
        let (old, new) = (Self.before(from, steps[..<index]), Self.after(to, steps[(index + 1)...]))
        // A line may move several times, or be inserted or removed by another step.
        if let old { removed.append(old) }
        if let new { inserted.append(new) }
        if let old, let new { moves.append((old, new)) }
      }
    }
    removed = Set(removed).sorted()
    inserted = Set(inserted).sorted()
  }

  /// The signals that replace the touched lines between each two lines that keep their order.
  var signals: [LineChanges.Signal] {
    var signals: [LineChanges.Signal] = []
    var (old, new) = (0, 0)
    while old < removed.count || new < inserted.count {
      // The numbers of lines before the next change that keep their order.
      let keptOld = old < removed.count ? removed[old] - old : Int.max
      let keptNew = new < inserted.count ? inserted[new] - new : Int.max
      let kept = min(keptOld, keptNew)
      let (firstOld, firstNew) = (kept + old, kept + new)
      while old < removed.count, removed[old] - old == kept { old += 1 }
      while new < inserted.count, inserted[new] - new == kept { new += 1 }
      signals.append(LineChanges.Signal(old: firstOld..<kept + old, new: firstNew..<kept + new))
    }
    return signals
  }

  private static func moved(_ line: Int, from: Int, to: Int) -> Int {
    if line == from { return to }
    let rest = line > from ? line - 1 : line
    return rest >= to ? rest + 1 : rest
  }

  /// Returns the index before steps of a line after them, or `nil` if the steps insert it.
  private static func before(_ line: Int, _ steps: ArraySlice<LineStep>) -> Int? {
    var line = line
    for step in steps.reversed() {
      switch step {
      case .remove(let range, _): if line >= range.lowerBound { line += range.count }
      case .insert(let range, _):
        if range.contains(line) { return nil }
        if line >= range.upperBound { line -= range.count }
      case .move(let from, let to): line = moved(line, from: to, to: from)
      }
    }
    return line
  }

  /// Returns the index after steps of a line before them, or `nil` if the steps remove it.
  private static func after(_ line: Int, _ steps: ArraySlice<LineStep>) -> Int? {
    var line = line
    for step in steps {
      switch step {
      case .remove(let range, _):
        if range.contains(line) { return nil }
        if line >= range.upperBound { line -= range.count }
      case .insert(let range, _): if line >= range.lowerBound { line += range.count }
      case .move(let from, let to): line = moved(line, from: from, to: to)
      }
    }
    return line
  }
}
#endif
