import Foundation
import LiveTables

/// A regular expression whose evaluation stops if it takes too long.
///
/// Backtracking takes exponential time for expressions such as `(a+)+$`.
final class BoundedExpression: Sendable {
  private let expression: NSRegularExpression
  private let failureCount = Locked(0)

  /// Returns `nil` if the pattern is invalid.
  init?(_ pattern: String, options: NSRegularExpression.Options = []) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else { return nil }
    self.expression = expression
  }

  var isTooSlow: Bool { failureCount.with { $0 > 0 } }

  /// Returns whether the expression matches a part of a text.
  ///
  /// The result is `false` if the search takes too long, or if earlier searches in several texts took too long. The
  /// part may start or end inside a character.
  func matches(_ text: String) -> Bool { !parts(of: text, limit: 1).isEmpty }

  /// The matching parts of a text that are not empty, extended to whole characters.
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

  /// Returns the first matching parts of a text, in UTF-16 units.
  private func parts(of text: String, limit: Int = .max) -> [NSRange] {
    if failureCount.with({ $0 >= Self.failureLimit }) { return [] }
    var found: [NSRange] = []
    /// The start of the search since the last match.
    var start: ContinuousClock.Instant?
    var isTooSlow = false
    let whole = NSRange(location: 0, length: text.utf16.count)
    expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { result, flags, stop in
      if let result {
        found.append(result.range)
        start = nil
        if found.count == limit { stop.pointee = true }
      } else if flags.contains(.progress) {
        guard let begin = start else { return start = .now }
        guard begin.duration(to: .now) > Self.timeLimit else { return }
        stop.pointee = true
        isTooSlow = true
      }
    }
    if isTooSlow { failureCount.with { $0 += 1 } }
    return found
  }

  private static let timeLimit = Duration.milliseconds(20)
  private static let failureLimit = 10
}
