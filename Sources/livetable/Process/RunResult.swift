import Foundation

struct RunResult: Equatable, Sendable {
  enum Ending: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The output exceeded the limit, so the run was stopped.
    case printedTooMuch(limit: Int)
    /// The run was stopped because its result is no longer needed.
    case stopped
  }

  var ending: Ending
  var output: [UInt8] = []
  var errorOutput: [UInt8] = []

  /// The reason the run failed, as text, or `nil` if the run succeeded.
  var failure: String? {
    let reason: String
    switch ending {
    case .exited(0): return nil
    case .exited(let status): reason = "it exited with status \(status)"
    case .killed(let signal): reason = "it was ended by signal \(signal)"
    case .printedTooMuch(let limit): reason = "it printed more than \(limit >> 20) MB"
    case .stopped: reason = "it was stopped"
    }
    let lines = String(decoding: errorOutput, as: UTF8.self).split(whereSeparator: \.isNewline)
    // The last line may only point to a place in the line above it.
    let last = lines.last { $0.lowercased().contains("error") } ?? lines.last { $0.contains(where: \.isLetter) }
    return "\(reason)\((last ?? lines.last { !$0.allSatisfy(\.isWhitespace) }).map { ": \($0)" } ?? "")"
  }
}

struct RunFailure: Error, CustomStringConvertible {
  let description: String
}
