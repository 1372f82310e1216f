import LiveTables
import LiveTablesTesting
import TestSupport

/// The model of a source in plain arrays, with the edits of users and the changes of tasks.
extension EditFrameTests {
  /// A row of a frame, with its partner if the table is joined.
  struct Shown: Hashable, CustomStringConvertible {
    var mail: Mail
    var partner: Int?

    var description: String { "\(mail.id)\(mail.text)\(mail.isRead ? "r" : "") in \(mail.folder)" }
  }

  struct Part: Hashable {
    let section: Int
    var rows: [Shown]
  }

  /// A derivation of a table, by an operator and by plain code.
  struct Shape<Section: Diffable & Sendable, Row: Diffable & Sendable> {
    var kinds = EditKind.allCases
    let name: (Section) -> Int
    let shown: @Sendable (Row) -> Shown
    let row: @Sendable (Shown) -> Row
    let derived: ([Mail]) -> [Part]
    /// Whether the view shows the source's table, so that a place is next to the nearest remaining row.
    var isDirect = false
    var isGrouped = false

    func frame(_ table: TableSnapshot<Section, Row>) -> [Part] {
      frame(table.sections.map { Part(section: name($0.value), rows: $0.rows.map(shown)) })
    }

    /// Returns the parts without empty sections, which the source deletes once it has the edit that emptied them.
    func frame(_ parts: [Part]) -> [Part] {
      isGrouped ? parts.filter { !$0.rows.isEmpty } : [Part(section: 0, rows: parts.flatMap(\.rows))]
    }
  }

  /// The place of a row among the rows that the user saw in its section.
  struct Gap {
    let section: Int
    let ids: [Int]
    let index: Int

    private var neighbors: [(id: Int, isAbove: Bool)] {
      (0..<ids.count).flatMap { distance in
        let (above, below) = (index - 1 - distance, index + distance)
        return (above >= 0 ? [(ids[above], true)] : []) + (below < ids.count ? [(ids[below], false)] : [])
      }
    }

    func nearest(in rows: [Int]) -> Int {
      for (id, isAbove) in neighbors { if let row = rows.firstIndex(of: id) { return isAbove ? row + 1 : row } }
      return index == 0 ? 0 : rows.count
    }

    func next(in rows: [Int]) -> Int {
      if index > 0, let above = rows.firstIndex(of: ids[index - 1]) { return above + 1 }
      return (index < ids.count ? rows.firstIndex(of: ids[index]) : nil) ?? rows.count
    }
  }

  /// A user's edit, by identity.
  enum Deed {
    case delete(Int)
    case insert(Mail, Gap)
    case move(Int, from: Int, Gap)
    case update(Int, text: String)

    /// Returns the source's rows after the edit.
    func made(in rows: [Mail], isDirect: Bool, isGrouped: Bool) -> [Mail] {
      var rows = rows
      func insert(_ row: Mail, _ gap: Gap, isChanged: Bool) {
        let ids = rows.map(\.id)
        var row = row
        if isGrouped, isChanged { row.folder = gap.section }
        rows.insert(row, at: isDirect ? gap.nearest(in: ids) : gap.next(in: ids))
      }
      func index(_ id: Int) -> Int? { rows.firstIndex { $0.id == id } }
      switch self {
      case .delete(let id): rows.removeAll { $0.id == id }
      case .insert(let row, let gap): insert(row, gap, isChanged: true)
      case .move(let id, let origin, let gap):
        if let source = index(id) { insert(rows.remove(at: source), gap, isChanged: origin != gap.section) }
      case .update(let id, let text): if let index = index(id) { rows[index].text = text }
      }
      return rows
    }

    /// Returns a table after the edit, if the source derived the table without it.
    func made(in parts: [Part]) -> [Part] {
      var parts = parts
      func insert(_ row: Shown, _ gap: Gap) -> Bool {
        guard let part = parts.firstIndex(where: { $0.section == gap.section }) else { return false }
        parts[part].rows.insert(row, at: gap.nearest(in: parts[part].rows.map(\.mail.id)))
        return true
      }
      let id =
        switch self {
        case .delete(let id), .move(let id, _, _), .update(let id, _): id
        case .insert(let row, _): row.id
        }
      let part = parts.firstIndex { $0.rows.contains { $0.mail.id == id } }
      let row = part.flatMap { part in parts[part].rows.firstIndex { $0.mail.id == id }.map { (part, $0) } }
      switch (self, row) {
      case (.insert(let row, let gap), _): _ = insert(Shown(mail: row), gap)
      case (.delete, let (part, row)?): parts[part].rows.remove(at: row)
      case (.update(_, let text), let (part, row)?): parts[part].rows[row].mail.text = text
      case (.move(_, _, let gap), let (part, row)?):
        let before = parts
        if !insert(parts[part].rows.remove(at: row), gap) { parts = before }
      case (_, nil): break
      }
      return parts
    }
  }

  /// A change that a task makes.
  enum Change {
    case append(Mail)
    case toggle(Int)
    case file(Int, folder: Int)
    case remove(Int)
    case move(Int, to: Int)

    init(_ number: Int, _ rows: [Mail], _ random: inout SeededGenerator) {
      guard let id = rows.randomElement(using: &random)?.id, rows.count > 5 else {
        self = .append(Mail(id: number, text: "x"))
        return
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: self = .append(Mail(id: number, folder: number % 3, text: "x"))
      case 1: self = .toggle(id)
      case 2: self = .file(id, folder: Int.random(in: 0..<4, using: &random))
      case 3: self = .remove(id)
      default: self = .move(id, to: Int.random(in: 0..<rows.count, using: &random))
      }
    }

    func make(in table: inout some TableEditable<OneSection, Mail>) {
      switch self {
      case .append(let row): table.append(row)
      case .toggle(let id): table.update(.id(id)) { $0.isRead.toggle() }
      case .file(let id, let folder): table.update(.id(id)) { $0.folder = folder }
      case .remove(let id): table.remove(.id(id))
      case .move(let id, let index): table.move(.id(id), to: .path(RowPath(0, index)))
      }
    }

    func made(in rows: [Mail]) -> [Mail] {
      var rows = rows
      func change(_ id: Int, _ body: (inout Mail) -> Void) {
        rows = rows.map { row in
          var row = row
          if row.id == id { body(&row) }
          return row
        }
      }
      switch self {
      case .append(let row): rows.append(row)
      case .toggle(let id): change(id) { $0.isRead.toggle() }
      case .file(let id, let folder): change(id) { $0.folder = folder }
      case .remove(let id): rows.removeAll { $0.id == id }
      case .move(let id, let index):
        if let source = rows.firstIndex(where: { $0.id == id }) { rows.insert(rows.remove(at: source), at: index) }
      }
      return rows
    }
  }

  /// The changes of the tasks, each with the rows before it.
  typealias Log = Guarded<[(before: [Mail], change: Change)]>

  /// The source of an application that keeps users' edits in an inbox.
  actor Shelf: EditableSource {
    private let inbox = EditInbox<OneSection, Mail>()
    private var newest: SourceState<OneSection, Mail>
    private var subscribers = SubscriberList()

    init(_ rows: [Mail]) { newest = SourceState(TableSnapshot(rows: rows)) }

    nonisolated func accept(_ request: UserRequest<OneSection, Mail>) -> Acceptance {
      defer { Task { await applyEdits() } }
      return inbox.accept(request)
    }

    var state: SourceState<OneSection, Mail> {
      applyEdits()
      return newest
    }

    func subscribe(_ signal: Signal) { subscribers.add(signal) }

    func edit(_ body: @Sendable (inout TableSnapshot<OneSection, Mail>) -> Void) {
      applyEdits()
      var table = newest.table
      body(&table)
      newest.advance(to: table)
      subscribers.notify()
    }

    private func applyEdits() { if inbox.drain(into: &newest) { subscribers.notify() } }
  }
}
