/// A source's response to a user's edit.
public struct Acceptance: Sendable {
  package enum Answer: Sendable {
    case accepted(InboxMarks, Saving)
    case refused(any Error)
  }

  package let answer: Answer
  /// Whether the inverse edit restores everything that the edit removed, such as the children of a node.
  package var isUndoable = true

  package init(_ answer: Answer) { self.answer = answer }

  /// Returns a response that refuses a user's edit.
  ///
  /// - Parameter error: The reason for the refusal. It is passed to the binding's `onFailure` closure.
  public static func refused(_ error: any Error) -> Acceptance { Acceptance(.refused(error)) }

  /// Combines the responses of two sources that both received an edit.
  ///
  /// The first failure takes precedence.
  package func and(_ other: Acceptance) -> Acceptance {
    guard case .accepted(var marks, let first) = answer, case .accepted(let others, let second) = other.answer else {
      if case .refused = answer { return self }
      return other
    }
    marks.add(others)
    let both = Saving()
    first.whenEnded { outcome in
      if case .failure = outcome { both.end(outcome) } else { second.whenEnded(both.end) }
    }
    var acceptance = Acceptance(.accepted(marks, both))
    acceptance.isUndoable = isUndoable && other.isUndoable
    return acceptance
  }

  package var marks: InboxMarks { if case .accepted(let marks, _) = answer { marks } else { InboxMarks() } }

  /// Waits until the edit has been saved, or throws the error with which it is refused.
  package func saved() async throws {
    switch answer {
    case .refused(let error): throw error
    case .accepted(_, let saving):
      try await withCheckedContinuation { caller in saving.whenEnded { caller.resume(returning: $0) } }.get()
    }
  }
}

/// The saving of an accepted edit, which ends when the edit has been saved or has failed.
package final class Saving: Sendable {
  package typealias Outcome = Result<Void, any Error>

  private enum Phase {
    case pending([@Sendable (Outcome) -> Void])
    case ended(Outcome)
  }

  private let phase = Locked(Phase.pending([]))

  package init() {}

  package func end(_ outcome: Outcome) {
    let waiting = phase.with { phase -> [@Sendable (Outcome) -> Void] in
      guard case .pending(let waiting) = phase else { return [] }
      phase = .ended(outcome)
      return waiting
    }
    for body in waiting { body(outcome) }
  }

  /// Calls a closure when the saving has ended, or immediately if it already has.
  package func whenEnded(_ body: @escaping @Sendable (Outcome) -> Void) {
    let outcome = phase.with { phase -> Outcome? in
      switch phase {
      case .ended(let outcome): return outcome
      case .pending(let waiting):
        phase = .pending(waiting + [body])
        return nil
      }
    }
    if let outcome { body(outcome) }
  }
}
