import Foundation
import LiveTables

/// A regular expression that is given up where it would take for ever, as `(a+)+$` does: an expression may try as many
/// ways as there are subsets of a text.
final class BoundedExpression: Sendable {
  private let expression: NSRegularExpression
  /// How many texts took too long.
  private let failureCount = Locked(0)

  /// Creates nothing of a text that is no expression.
  init?(_ pattern: String, options: NSRegularExpression.Options = []) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else { return nil }
    self.expression = expression
  }

  /// Whether some text took too long.
  var isTooSlow: Bool { failureCount.with { $0 > 0 } }

  /// Whether it finds a part of a text; not where that takes too long, and not at all once it has often.
  ///
  /// The part may begin or end inside a character.
  func matches(_ text: String) -> Bool { !parts(of: text, limit: 1).isEmpty }

  /// The parts of a text that it finds, in whole characters, without those that are empty.
  func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for part in parts(of: text) where part.length > 0 {
      let start = String.Index(utf16Offset: part.location, in: text)
      let end = String.Index(utf16Offset: part.location + part.length, in: text)
      let lower = max(
        start.samePosition(in: text) ?? text.index(before: text.index(after: start)),
        ranges.last?.upperBound ?? text.startIndex)
      let upper = end.samePosition(in: text) ?? text.index(after: end)
      if lower < upper { ranges.append(lower..<upper) }
    }
    return ranges
  }

  /// The first parts of a text that it finds, in units of UTF-16.
  private func parts(of text: String, limit: Int = .max) -> [NSRange] {
    if failureCount.with({ $0 >= Self.failureLimit }) { return [] }
    var found: [NSRange] = []
    var start: ContinuousClock.Instant?
    var isGivenUp = false
    let whole = NSRange(location: 0, length: text.utf16.count)
    expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { result, flags, stop in
      if let result {
        found.append(result.range)
        start = nil
        if found.count == limit { stop.pointee = true }
      } else if flags.contains(.progress) {
        guard let begin = start else { return start = .now }
        guard begin.duration(to: .now) > Self.patience else { return }
        stop.pointee = true
        isGivenUp = true
      }
    }
    if isGivenUp { failureCount.with { $0 += 1 } }
    return found
  }

  private static let patience = Duration.milliseconds(20)
  private static let failureLimit = 10
}
