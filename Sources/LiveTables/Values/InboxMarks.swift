/// The last accepted edit of each inbox that a state includes, or the marks of a single edit.
@usableFromInline package struct InboxMarks: Hashable, Sendable {
  static let inboxes = Locked(0)

  private var edits: [Int: Int] = [:]

  package init() {}

  init(inbox: Int, edit: Int) { edits = [inbox: edit] }

  /// Whether there is no mark.
  package var isEmpty: Bool { edits.isEmpty }

  /// Returns whether a state with these marks includes an edit.
  package func include(_ edit: InboxMarks) -> Bool { edit.edits.allSatisfy { edits[$0.key, default: 0] >= $0.value } }

  package mutating func add(_ other: InboxMarks) { edits.merge(other.edits) { max($0, $1) } }
}
