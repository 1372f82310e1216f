/// The users' edits that a source has accepted but not yet applied.
///
/// A source applies these edits before it returns a state, and before it makes another change:
///
/// ```swift
/// actor Shelf: EditableSource {
///   private let inbox = EditInbox<OneSection, Book>()
///   private var newest = SourceState(TableSnapshot(rows: [Book]()))
///   private var subscribers = SubscriberList()
///
///   nonisolated func accept(_ request: UserRequest<OneSection, Book>) -> Acceptance {
///     defer { Task { await self.applyEdits() } }
///     return inbox.accept(request)
///   }
///
///   var state: SourceState<OneSection, Book> {
///     applyEdits()
///     return newest
///   }
///
///   private func applyEdits() {
///     if inbox.drain(into: &newest) { subscribers.notify() }
///   }
///
///   func subscribe(_ signal: Signal) { subscribers.add(signal) }
/// }
/// ```
public final class EditInbox<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  package struct Accepted: Sendable {
    package let request: UserRequest<Section, Row>
    /// Identifies the states of the source that include the edit.
    package let mark: InboxMarks
    package let saving: Saving
  }

  private struct Contents {
    var accepted: [Accepted] = []
    var count = 0
    /// The last edit that was accepted.
    ///
    /// A source receives an edit twice if two tables derived from it are merged.
    var last: (id: RequestID, kind: EditKind, acceptance: Acceptance)?
    var refusal: (any Error)?
  }

  private let number = InboxMarks.makeInbox()
  private let contents = Locked(Contents())

  /// Creates an empty inbox.
  public init() {}

  /// Accepts a user's edit.
  ///
  /// - Parameter request: The user's edit to accept.
  /// - Returns: The source's response to the view.
  public func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    contents.with { contents in
      if let refusal = contents.refusal { return .refused(refusal) }
      if let last = contents.last, last.id === request.traits.id, last.kind == request.kind {
        return last.acceptance
      }
      contents.count += 1
      let mark = InboxMarks(inbox: number, edit: contents.count)
      let accepted = Accepted(request: request, mark: mark, saving: Saving())
      contents.accepted.append(accepted)
      let acceptance = Acceptance(.accepted(mark, accepted.saving))
      contents.last = request.traits.id.map { ($0, request.kind, acceptance) }
      return acceptance
    }
  }

  /// Applies the edits that have been accepted since the previous call, in order.
  ///
  /// An update is refused with a ``RowConflict`` if other code has changed the row since.
  ///
  /// - Parameter state: The source's state, which advances with each edit.
  /// - Returns: Whether there were edits, in which case you must notify the readers.
  public func drain(into state: inout SourceState<Section, Row>) -> Bool {
    drain { request, mark in
      defer { state.include(mark) }
      var editor = TableEditor(state.content)
      try editor.apply(request)
      state.advance(to: editor.snapshot, by: nil, refreshed: editor.refreshed)
    }
  }

  /// Applies the edits that have been accepted since the previous call, in order, and marks them as saved or refused.
  ///
  /// - Parameter make: Applies an edit, or throws an error to refuse it. In both cases, it adds the edit's mark to the state.
  /// - Returns: Whether there were edits, in which case you must notify the readers.
  package func drain(_ make: (UserRequest<Section, Row>, InboxMarks) throws -> Void) -> Bool {
    let edits = drain()
    for accepted in edits { accepted.saving.end(Saving.Outcome { try make(accepted.request, accepted.mark) }) }
    return !edits.isEmpty
  }

  package var isEmpty: Bool { contents.with { $0.accepted.isEmpty } }

  /// Removes the accepted edits, which the caller must apply, mark in the state, and complete.
  package func drain() -> [Accepted] {
    contents.with { contents in
      defer { contents.accepted = [] }
      return contents.accepted
    }
  }

  /// Refuses all later edits, and the accepted edits that have not been applied yet.
  ///
  /// - Returns: The numbers of these edits. If the last state includes them, views no longer show them.
  package func close(_ error: any Error) -> InboxMarks {
    contents.with { $0.refusal = error }
    return drain().reduce(into: InboxMarks()) { marks, accepted in
      marks.add(accepted.mark)
      accepted.saving.end(.failure(error))
    }
  }
}
