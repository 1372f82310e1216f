/// The last accepted edit of each inbox that a state includes, or the marks of a single edit.
@usableFromInline package struct InboxMarks: Hashable, Sendable {
  private static let inboxes = Locked(0)

  private var edits: [Int: Int] = [:]

  package init() {}

  package init(inbox: Int, edit: Int) { edits = [inbox: edit] }

  /// Returns the number of a new inbox, or of anything else whose events are numbered from one.
  package static func makeInbox() -> Int {
    inboxes.with { count in
      count += 1
      return count
    }
  }

  /// Returns the last edit of an inbox, or zero if there is none.
  package func last(of inbox: Int) -> Int { edits[inbox, default: 0] }

  /// Whether there is no mark.
  package var isEmpty: Bool { edits.isEmpty }

  /// Returns whether a state with these marks includes an edit.
  package func include(_ edit: InboxMarks) -> Bool { edit.edits.allSatisfy { edits[$0.key, default: 0] >= $0.value } }

  package mutating func add(_ other: InboxMarks) { edits.merge(other.edits) { max($0, $1) } }
}
