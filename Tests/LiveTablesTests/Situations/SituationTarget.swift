@testable import LiveTables
import LiveTablesTesting
import TestSupport

/// The expected table, built without the library's edits: a random table, and one section that is edited.
struct SituationTarget {
  typealias Table = TableSnapshot<SampleSection, Watched>

  static let section = 1_000
  static let removable = 1_001
  static let replaceable = 1_002
  static let twin = 1_003

  let random: SampleTable
  /// The number of the table; each number has its own texts and a row that no other number has.
  let number: Int
  let hasTwins: Bool
  let watch: Watched.Watch
  private var prepended: [Int] = []
  private var appended: [Int] = []
  /// The text of the removable row, if it is there, and the texts of the rows that share an identity.
  private var removable: String?
  private var twins: [String]
  private var isDropped = false
  private var text: String?

  /// The identity of the row that no other table has.
  var own: Int { 2_000 + number }

  init(_ random: SampleTable, number: Int, hasTwins: Bool, watch: Watched.Watch) {
    self.random = random
    self.number = number
    self.hasTwins = hasTwins
    removable = "\(number)"
    twins = Array(repeating: "\(number)", count: hasTwins ? 2 : 1)
    self.watch = watch
  }

  /// - Returns: False if there is no such row.
  mutating func apply(_ change: SituationChange) -> Bool {
    switch change {
    case .append(let id): appended.append(id)
    case .prepend(let id): prepended.insert(id, at: 0)
    case .removeTwin: return twins.popLast() != nil
    case .remove: return removable.take() != nil
    case .replace(let text): self.text = text
    case .drop(own):
      defer { isDropped = true }
      return !isDropped
    case .drop: return false
    }
    return true
  }

  /// Reverts a user's edit.
  ///
  /// - Returns: False if the edit is already reverted.
  mutating func takeBack(_ done: SituationEdit) -> Bool {
    switch done.change {
    case .prepend(let id):
      guard let index = prepended.firstIndex(of: id) else { return false }
      prepended.remove(at: index)
    case .removeTwin(let count):
      if twins.count >= count { return false }
      twins.append(done.textBefore)
    case .remove:
      if removable != nil { return false }
      removable = done.textBefore
    case .replace(let text):
      if self.text != text { return false }
      self.text = done.textBefore
    case .append, .drop: preconditionFailure("not done by hand")
    }
    return true
  }

  var table: Table {
    let others = random.sections.map { section in
      TableSection(section.value, rows: section.rows.map { row($0.id, "\($0.content)") })
    }
    let front = prepended.map { row($0, "") }
    var rows = hasTwins ? [] : front
    if let removable { rows.append(row(Self.removable, removable)) }
    rows.append(row(Self.replaceable, text ?? "\(number)"))
    rows += twins.map { row(Self.twin, $0) }
    if !isDropped { rows.append(row(own, "")) }
    rows += appended.map { row($0, "") }
    var edited = [TableSection(SampleSection(Self.section), rows: rows)]
    if hasTwins { edited.append(TableSection(SampleSection(Self.section), rows: front + [row(1_004, "")])) }
    return Table(sections: number.isMultiple(of: 2) ? edited + others : others + edited)
  }

  private func row(_ id: Int, _ text: String) -> Watched { Watched(id: id, text: text, watch: watch) }
}

/// An edit that is valid for every table.
enum SituationChange {
  case append(Int)
  /// Inserts a row at the front of the section, or of the second one with its identity; only for users.
  case prepend(Int)
  /// Removes the last of the given number of rows that share an identity; only for users.
  case removeTwin(of: Int)
  case remove
  case replace(String)
  /// Removes a row that only the newest table has, which may not be on screen yet.
  case drop(Int)

  /// Creates a random change.
  init(_ number: Int, of target: SituationTarget, using random: inout SeededGenerator) {
    self =
      switch Int.random(in: 0...3, using: &random) {
      case 0: .append(3_000 + number)
      case 1: .remove
      case 2: .drop(target.own)
      default: .replace("edited \(number)")
      }
  }

  func edit(_ watch: Watched.Watch) -> TableEdit<SampleSection, Watched> {
    switch self {
    case .append(let id): .append(Watched(id: id, watch: watch), to: SituationTarget.section)
    case .remove: .remove(id: SituationTarget.removable)
    case .drop(let id): .remove(id: id)
    case .prepend, .removeTwin: preconditionFailure("only by hand")
    case .replace(let text): .replace(Watched(id: SituationTarget.replaceable, text: text, watch: watch))
    }
  }

  /// Returns whether a table shows this change.
  func isOn(_ table: SituationTarget.Table) -> Bool {
    switch self {
    case .append(let id), .prepend(let id): table.contains { $0.id == id }
    case .removeTwin(let count): table.count { $0.id == SituationTarget.twin } < count
    case .remove: !table.contains { $0.id == SituationTarget.removable }
    case .drop(let id): !table.contains { $0.id == id }
    case .replace(let text): table.contains { $0.id == SituationTarget.replaceable && $0.text == text }
    }
  }

  /// Returns whether an earlier change stays on screen after this one.
  func spares(_ other: Self) -> Bool {
    if case .replace = self, case .replace = other { false } else { true }
  }

  /// Returns whether another change is no longer visible after this one is refused.
  func isUndone(with other: Self) -> Bool {
    switch (self, other) {
    case (.prepend(let id), .prepend(let other)): id == other
    case (.remove, .remove), (.removeTwin, .removeTwin), (.replace, .replace): true
    default: false
    }
  }
}
