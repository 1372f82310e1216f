import Foundation

/// A regular expression that is given up where it would take for ever, as `(a+)+$` does: an expression may try as many
/// ways as there are subsets of a text.
final class BoundedExpression: Sendable {
  private let expression: NSRegularExpression
  private let lock = NSLock()
  /// How many texts took too long; only ever under the lock.
  private nonisolated(unsafe) var failureCount = 0

  /// Creates nothing of a text that is no expression.
  init?(_ pattern: String, options: NSRegularExpression.Options = []) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else { return nil }
    self.expression = expression
  }

  /// Whether some text took too long.
  var isTooSlow: Bool { lock.withLock { failureCount > 0 } }

  /// The first part of a text that it finds; none where that takes too long, and none at all once it has often.
  func range(in text: String, _ part: Range<String.Index>? = nil) -> Range<String.Index>? {
    if lock.withLock({ failureCount >= Self.failureLimit }) { return nil }
    let range = NSRange(part ?? text.startIndex..<text.endIndex, in: text)
    var found: NSRange?
    var start: ContinuousClock.Instant?
    var isGivenUp = false
    expression.enumerateMatches(in: text, options: .reportProgress, range: range) {
      result, flags, stop in
      if let result {
        found = result.range
        stop.pointee = true
      } else if flags.contains(.progress) {
        guard let begin = start else { return start = .now }
        guard begin.duration(to: .now) > Self.patience else { return }
        stop.pointee = true
        isGivenUp = true
      }
    }
    if isGivenUp { lock.withLock { failureCount += 1 } }
    return found.flatMap { Range($0, in: text) }
  }

  private static let patience = Duration.milliseconds(20)
  private static let failureLimit = 10
}
