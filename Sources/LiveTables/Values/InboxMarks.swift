/// The number of the last edit from each inbox that a state includes, or of a single edit.
@usableFromInline package struct InboxMarks: Hashable, Sendable {
  private static let inboxes = Locked(0)

  private var edits: [Int: Int] = [:]

  package init() {}

  package init(inbox: Int, edit: Int) { edits = [inbox: edit] }

  /// Returns a unique number for an inbox, or for another source of events that are numbered from one.
  package static func makeInbox() -> Int {
    inboxes.with { count in
      count += 1
      return count
    }
  }

  package func last(of inbox: Int) -> Int { edits[inbox, default: 0] }

  package var isEmpty: Bool { edits.isEmpty }

  package func include(_ edit: InboxMarks) -> Bool { edit.edits.allSatisfy { edits[$0.key, default: 0] >= $0.value } }

  package mutating func add(_ other: InboxMarks) { edits.merge(other.edits) { max($0, $1) } }
}
