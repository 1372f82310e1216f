@testable import LiveTables
@testable import LiveTablesOperators
import LiveTablesTesting
import TestSupport

/// A call to a section binder as data, for both the binder and the model.
enum Statement: Sendable {
  case rows(Int, [Item], diffed: Bool)
  case cells(Int, Int)
  case rowsOf([Int], [Int: [Item]], diffed: Bool)
  case otherRows([Int: [Item]])
  case supplement(SupplementaryKind, Int, String?)
  case supplements(SupplementaryKind, [Int], [Int: String])
  case otherSupplements(SupplementaryKind, [Int: String])
  case refresh(Int)
  case reset(Int)
  case display(Rule)

  enum Rule: CaseIterable, Sendable { case all, byHand, rows, content, descending }

  static func display(_ rule: Rule) -> SectionDisplay<Int> {
    switch rule {
    case .all: .all()
    case .byHand: .byHand([4, 1, 2])
    case .rows: .hidingWithoutRows(in: .by(<))
    case .content: .hidingWithoutContent(in: .list([3, 0]))
    case .descending: .all(in: .by { $0 > $1 })
    }
  }

  @MainActor func say(to binder: SectionBinder<Int, Item>) {
    switch self {
    case .rows(let id, let rows, let diffed): binder.onSection(id).rows(rows, diffed: diffed)
    case .cells(let id, let count): binder.onSection(id).cells(count)
    case .rowsOf(let ids, let rows, let diffed): binder.onSections(ids).rows(rows, diffed: diffed)
    case .otherRows(let rows): binder.onAllOtherSections().rows(rows)
    case .supplement(let kind, let id, let title):
      binder.onSection(id).supplement(kind, title.map { .title($0) })
    case .supplements(let kind, let ids, let titles):
      binder.onSections(ids).supplements(kind, titles.mapValues { .title($0) })
    case .otherSupplements(let kind, let titles):
      binder.onAllOtherSections().supplements(kind, titles.mapValues { .title($0) })
    case .refresh(let id): binder.onSection(id).refresh()
    case .reset(let id): binder.onSection(id).reset()
    case .display(let rule): binder.display = Self.display(rule)
    }
  }

  static func random(using generator: inout SeededGenerator) -> Statement {
    func id() -> Int { Int.random(in: 0..<5, using: &generator) }
    func rows() -> [Item] {
      (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
        Item(Int.random(in: 0..<12, using: &generator), Bool.random(using: &generator) ? "!" : "")
      }
    }
    func ids() -> [Int] { (0..<5).filter { _ in Bool.random(using: &generator) } }
    func kind() -> SupplementaryKind { Bool.random(using: &generator) ? .header : "badge" }
    func titles() -> [Int: String] {
      Dictionary(uniqueKeysWithValues: ids().map { ($0, "t\(Int.random(in: 0..<3, using: &generator))") })
    }
    func dictionary() -> [Int: [Item]] { Dictionary(uniqueKeysWithValues: ids().map { ($0, rows()) }) }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0, 1, 2: return .rows(id(), rows(), diffed: true)
    case 3: return .rows(id(), rows(), diffed: false)
    case 4: return .cells(id(), Int.random(in: -1..<4, using: &generator))
    case 5: return .rowsOf(ids(), dictionary(), diffed: Bool.random(using: &generator))
    case 6, 7: return .otherRows(dictionary())
    case 8: return .supplement(kind(), id(), Bool.random(using: &generator) ? "own" : nil)
    case 9: return .supplements(kind(), ids(), titles())
    case 10: return .otherSupplements(kind(), titles())
    case 11: return .refresh(id())
    case 12: return .reset(id())
    default: return .display(Rule.allCases.randomElement(using: &generator) ?? .all)
    }
  }
}

/// The visible content of a section.
struct SeenSection: Equatable, CustomStringConvertible {
  var id: Int
  var header: String?
  var badge: String?
  var rows: [String]

  var description: String { "\(id) \(header ?? "-") \(badge ?? "-") \(rows)" }

  static func seen(_ table: TableSnapshot<SupplementedSection<Int>, SectionRow<Int, Item>>) -> [SeenSection] {
    table.sections.map { section in
      SeenSection(
        id: section.value.id, header: section.value.header?.title, badge: section.value["badge"]?.title,
        rows: section.rows.map(\.description))
    }
  }
}

/// A model that computes the visible sections by searching all statements, last to first.
struct StatementModel {
  let said: [Statement]

  var seen: [SeenSection] {
    var display = Statement.Rule.all
    for case .display(let rule) in said { display = rule }
    let facts = known.map { id in
      SectionDisplay<Int>.Facts(
        id, rowCount: rows(id).count, hasSupplements: title(.header, id) != nil || title("badge", id) != nil)
    }
    return Statement.display(display).sections(of: facts).map {
      SeenSection(id: $0, header: title(.header, $0), badge: title("badge", $0), rows: rows($0))
    }
  }

  private func rows(_ id: Int) -> [String] {
    search: for statement in said.reversed() {
      switch statement {
      case .rows(id, let rows, _): return rows.map(\.description)
      case .cells(id, let count): return (0..<max(0, count)).map { "cell \($0)" }
      case .rowsOf(let ids, let rows, _) where ids.contains(id): return (rows[id] ?? []).map(\.description)
      case .reset(id): break search
      default: continue
      }
    }
    for case .otherRows(let rows) in said.reversed() { return (rows[id] ?? []).map(\.description) }
    return []
  }

  private func title(_ kind: SupplementaryKind, _ id: Int) -> String? {
    search: for statement in said.reversed() {
      switch statement {
      case .supplement(kind, id, let title): return title
      case .supplements(kind, let ids, let titles) where ids.contains(id): return titles[id]
      case .reset(id): break search
      default: continue
      }
    }
    for case .otherSupplements(kind, let titles) in said.reversed() { return titles[id] }
    return nil
  }

  /// The sections in order of first mention, without those that were reset and are not among all others.
  private var known: [Int] {
    var known: [Int] = []
    var others: [String: [Int]] = [:]
    func meet(_ ids: [Int]) { for id in ids where !known.contains(id) { known.append(id) } }
    for statement in said {
      switch statement {
      case .rows(let id, _, _), .cells(let id, _), .supplement(_, let id, _): meet([id])
      case .rowsOf(let ids, _, _), .supplements(_, let ids, _): meet(ids)
      case .otherRows(let rows):
        others["rows"] = Array(rows.keys)
        meet(rows.keys.sorted())
      case .otherSupplements(let kind, let titles):
        others[kind.name] = Array(titles.keys)
        meet(titles.keys.sorted())
      case .reset(let id):
        if !others.values.contains(where: { $0.contains(id) }) { known.removeAll { $0 == id } }
      case .refresh, .display: break
      }
    }
    return known
  }
}
