@_spi(Adapters) @testable import LiveTables
@_spi(Adapters) import LiveTablesTesting

/// What is to be shown, made without the library's edits: a random table, and one section that is edited.
struct SituationTarget {
  typealias Table = TableSnapshot<SampleSection, Watched>

  static let section = 1_000
  static let removable = 1_001
  static let replaceable = 1_002

  let random: SampleTable
  /// Which table it is; every one has other texts and a row of its own.
  let number: Int
  let hasTwins: Bool
  let watch: Watched.Watch
  private var appended: [Int] = []
  private var isRemoved = false
  private var isDropped = false
  private var text: String?

  /// The row that no other table has.
  var own: Int { 2_000 + number }

  init(_ random: SampleTable, number: Int, hasTwins: Bool, watch: Watched.Watch) {
    self.random = random
    self.number = number
    self.hasTwins = hasTwins
    self.watch = watch
  }

  /// - Returns: False if there is no such row.
  mutating func apply(_ change: SituationChange) -> Bool {
    switch change {
    case .append(let id): appended.append(id)
    case .remove:
      defer { isRemoved = true }
      return !isRemoved
    case .replace(let text): self.text = text
    case .drop(own):
      defer { isDropped = true }
      return !isDropped
    case .drop: return false
    }
    return true
  }

  var table: Table {
    let others = random.sections.map { section in
      TableSection(section.value, rows: section.rows.map { row($0.id, "\($0.content)") })
    }
    var rows = isRemoved ? [] : [row(Self.removable, "\(number)")]
    rows.append(row(Self.replaceable, text ?? "\(number)"))
    rows += Array(repeating: row(1_003, "\(number)"), count: hasTwins ? 2 : 1)
    if !isDropped { rows.append(row(own, "")) }
    rows += appended.map { row($0, "") }
    let edited = TableSection(SampleSection(Self.section), rows: rows)
    return Table(sections: number.isMultiple(of: 2) ? [edited] + others : others + [edited])
  }

  private func row(_ id: Int, _ text: String) -> Watched { Watched(id: id, text: text, watch: watch) }
}

/// An edit that every table can have.
enum SituationChange {
  case append(Int)
  case remove
  case replace(String)
  /// Removes a row that only the newest table has: it may not be on screen yet.
  case drop(Int)

  /// A change of one kind or another.
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
    case .replace(let text): .replace(Watched(id: SituationTarget.replaceable, text: text, watch: watch))
    }
  }

  /// Whether a table shows it.
  func isOn(_ table: SituationTarget.Table) -> Bool {
    switch self {
    case .append(let id): table.contains { $0.id == id }
    case .remove: !table.contains { $0.id == SituationTarget.removable }
    case .drop(let id): !table.contains { $0.id == id }
    case .replace(let text): table.contains { $0.id == SituationTarget.replaceable && $0.text == text }
    }
  }

  /// Whether a later change of this kind leaves the other one on screen.
  func spares(_ other: Self) -> Bool {
    if case .replace = self, case .replace = other { false } else { true }
  }
}
