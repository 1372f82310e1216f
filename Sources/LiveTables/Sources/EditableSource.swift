/// A source whose rows users can edit.
///
/// A view that is bound to it with a ``RowEditor`` passes the user's edits on to it:
///
/// ```swift
/// view.bind(inbox, editing: .deleting() + .moving(to: .sameSection))
/// ```
///
/// A custom source keeps an ``EditInbox``; see there.
public protocol EditableSource<Section, Row>: TableSource {
  /// Accepts or refuses a user's edit, in the turn of the main actor in which the edit appears on screen.
  ///
  /// Every state that is requested afterwards includes an accepted edit. No lock is held, so that the source may be read or
  /// edited from here.
  ///
  /// - Parameter request: The edit.
  /// - Returns: Whether it is accepted.
  @MainActor func accept(_ request: UserRequest<Section, Row>) -> Acceptance

  /// Why users cannot edit the source in a certain way; `nil`, the default, if they can.
  ///
  /// `bind` reports it, and does not offer the gesture.
  ///
  /// - Parameter kind: What the user would do.
  /// - Returns: What is in the way, in a few words that name it.
  @MainActor func obstacle(to kind: EditKind) -> String?
}

extension EditableSource {
  /// None.
  @MainActor public func obstacle(to kind: EditKind) -> String? { nil }
}

extension TableSource {
  /// Passes a user's edit on to the source, if that is editable.
  @MainActor package func pass(_ request: UserRequest<Section, Row>) -> Acceptance {
    if let source = self as? any EditableSource<Section, Row> { return source.accept(request) }
    return .refused(TableError.notEditable(obstacleToEdits))
  }

  /// Why users cannot edit the source in a certain way.
  @MainActor package func obstacleToPassing(_ kind: EditKind) -> String? {
    if let source = self as? any EditableSource<Section, Row> { return source.obstacle(to: kind) }
    return obstacleToEdits
  }

  private nonisolated var obstacleToEdits: String { "\(type(of: self)) accepts no edits" }
}

/// A source's answer to a user's edit.
public struct Acceptance: Sendable {
  package enum Answer: Sendable {
    case accepted(InboxMarks, Saving)
    case refused(any Error)
  }

  package let answer: Answer

  package init(_ answer: Answer) { self.answer = answer }

  /// The source does not make the edit, and the screen stays as it is.
  ///
  /// - Parameter error: The reason; the binding's `onFailure` receives it.
  /// - Returns: The answer.
  public static func refused(_ error: any Error) -> Acceptance { Acceptance(.refused(error)) }

  /// The answer of two sources that both received the edit; the first failure counts.
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
    return Acceptance(.accepted(marks, both))
  }
}

/// An accepted edit, until it is saved or has failed.
package final class Saving: Sendable {
  package typealias Outcome = Result<Void, any Error>

  private enum Phase {
    case pending([@Sendable (Outcome) -> Void])
    case ended(Outcome)
  }

  private let phase = Locked(Phase.pending([]))

  package init() {}

  /// Ends the saving, once.
  package func end(_ outcome: Outcome) {
    let waiting = phase.with { phase -> [@Sendable (Outcome) -> Void] in
      guard case .pending(let waiting) = phase else { return [] }
      phase = .ended(outcome)
      return waiting
    }
    for body in waiting { body(outcome) }
  }

  /// Calls a closure when the saving has ended: at once, or where it ends.
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

/// An update was refused because the row has changed otherwise since the user saw it.
public struct RowConflict<Row: Sendable>: Error {
  /// The row as the user changed it.
  public let edited: Row
  /// The row as the source has it; `nil` if it was deleted.
  public let current: Row?

  /// Creates a conflict.
  public init(edited: Row, current: Row?) {
    self.edited = edited
    self.current = current
  }
}
