#if GTK
import LiveTablesCells
import LiveTablesOperators

/// A batch as a series of signals, after each of which the lines are consistent.
///
/// A signal replaces a range of lines. GTK keeps the widget of a line that is in the range before and after the signal,
/// and no other widget of the range. A move is therefore one signal over the range between the old and the new
/// position. Changes that are close to each other are one signal, too, because GTK would otherwise bind rows that are on
/// screen only between two signals.
struct LineChanges {
  struct Signal: Equatable {
    /// The lines before the batch.
    var old: Range<Int>
    /// The lines after the batch that replace them.
    var new: Range<Int>

    /// How far the lines after this signal move down.
    var shift: Int { new.upperBound - old.upperBound }
  }

  struct Limits {
    /// The largest number of changed lines for which there is more than one signal.
    var changes = 512
    /// The number of unchanged lines between two changes up to which they are one signal.
    var gap = 256
    /// The largest number of lines of a signal, except for moves.
    var lines = 4096
    /// The distance up to which a line keeps its widget when it moves.
    var distance = 10_000
  }

  /// The signals from top to bottom.
  private(set) var signals: [Signal] = []
  /// The number of signals that have been emitted.
  private var emitted = 0
  /// The number of lines after the emitted signals.
  private(set) var count: Int

  /// Creates the state without changes.
  init(count: Int) { self.count = count }

  /// Creates the signals for the steps of a batch.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - count: The number of lines before the batch.
  ///   - newCount: The number of lines after the batch.
  ///   - isInUse: A closure that returns whether the line with an index after the batch has an object.
  init(_ steps: [LineStep], count: Int, newCount: Int, limits: Limits, isInUse: (Int) -> Bool) {
    self.count = count
    if steps.isEmpty { return }
    guard let touched = TouchedLines(steps, limit: limits.changes) else {
      signals = [Self.hull(of: steps, count: count, newCount: newCount)]
      return
    }
    signals = touched.signals
    for move in touched.moves where abs(move.from - move.to) <= limits.distance && isInUse(move.to) {
      merge { $0.old.contains(move.from) || $0.new.contains(move.to) }
    }
    mergeNeighbours(limits)
  }

  /// Merges all signals from the first to the last one that a closure accepts.
  private mutating func merge(_ isPart: (Signal) -> Bool) {
    guard let first = signals.firstIndex(where: isPart), let last = signals.lastIndex(where: isPart), first < last
    else {
      return
    }
    signals.replaceSubrange(first...last, with: CollectionOfOne(Self.union(signals[first], signals[last])))
  }

  private mutating func mergeNeighbours(_ limits: Limits) {
    var merged: [Signal] = []
    for signal in signals {
      guard let last = merged.last, signal.old.lowerBound - last.old.upperBound <= limits.gap else {
        merged.append(signal)
        continue
      }
      let union = Self.union(last, signal)
      if max(union.old.count, union.new.count) <= limits.lines {
        merged[merged.count - 1] = union
      } else {
        merged.append(signal)
      }
    }
    signals = merged
  }

  private static func union(_ first: Signal, _ last: Signal) -> Signal {
    Signal(
      old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
  }

  // MARK: - Emitting

  /// Proceeds to the state after the next signal, and returns the signal to emit, or `nil` at the end.
  mutating func next() -> Signal? {
    guard emitted < signals.count else { return nil }
    defer { emitted += 1 }
    count += signals[emitted].new.count - signals[emitted].old.count
    return signals[emitted]
  }

  /// How far the emitted signals have moved the lines after them.
  private var shift: Int { emitted == 0 ? 0 : signals[emitted - 1].shift }

  /// Returns the index after the batch of a line in the current state, or `nil` if the line is about to be replaced.
  func final(_ line: Int) -> Int? {
    let old = line - shift
    var shift = shift
    for signal in signals[emitted...] {
      if old < signal.old.lowerBound { break }
      if old < signal.old.upperBound { return nil }
      shift = signal.shift
    }
    return old + shift
  }

  /// Returns the index in the current state of a line after the batch, or `nil` if the line is not there yet.
  func current(_ final: Int) -> Int? {
    var shift = shift
    for signal in signals[emitted...] {
      if final < signal.new.lowerBound { break }
      if final < signal.new.upperBound { return nil }
      shift = signal.shift
    }
    return final - shift + self.shift
  }

  /// Returns the smallest signal that contains all changes.
  private static func hull(of steps: [LineStep], count: Int, newCount: Int) -> Signal {
    var (first, after, now) = (Int.max, Int.max, count)
    for step in steps {
      switch step {
      case .remove(let range, _):
        first = min(first, range.lowerBound)
        after = min(after, now - range.upperBound)
        now -= range.count
      case .insert(let range, _):
        first = min(first, range.lowerBound)
        after = min(after, now - range.lowerBound)
        now += range.count
      case .move(let from, let to):
        first = min(first, from, to)
        after = min(after, now - max(from, to) - 1)
      }
    }
    return Signal(old: first..<count - after, new: first..<newCount - after)
  }
}
#endif
