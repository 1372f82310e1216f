import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

/// A row type that is an enumeration.
private enum Line: Diffable, Equatable, Sendable {
  case title(String)
  case item(Item)

  var identity: String {
    switch self {
    case .title(let title): title
    case .item(let item): "item \(item.id)"
    }
  }

  var item: Item? { if case .item(let item) = self { item } else { nil } }
}

private struct Note: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var text = ""
}

/// A model that provides its cells.
extension Note: SelfDescribingRow {
  static func cells<Section>() -> CellProvider<Section, Note, HeadlessCell> {
    .one(HeadlessCell.self, reuseIdentifier: "Note", source: .factory { HeadlessCell("new \($0)") }) {
      cell, note, context in
      cell.text = "\(context.previous.map { "was \($0.text), " } ?? "")note \(note.text)"
    }
  }
}

extension Item: SelfDescribingRow {
  static func cells<Section>() -> CellProvider<Section, Item, HeadlessCell> {
    .one(ItemCell.self) { cell, item, _ in cell.text = "item \(item)" }
  }
}

/// A row that provides cells for another type of view.
private struct Foreign: Diffable, Hashable, Sendable, SelfDescribingRow {
  static func cells<Section>() -> CellProvider<Section, Foreign, Gate> { .byHand { _, _, _ in Gate() } }
}

private final class TitleCell: HeadlessCell {}

@Suite("Cell providers", .timeLimit(.minutes(20))) @MainActor struct CellProviderTests {
  /// Shows rows, and expects certain reports about cells.
  private func show<Row: Diffable & Sendable>(
    _ rows: [Row], then second: [Row]? = nil, _ provider: CellProvider<OneSection, Row, HeadlessCell>,
    reporting expected: [String] = [], prepare: (HeadlessTableView<OneSection, Row>) -> Void = { _ in }
  ) async throws -> HeadlessTableView<OneSection, Row> {
    let view = HeadlessTableView<OneSection, Row>(provider)
    var reports: [String] = []
    defer { #expect(reports == expected) }
    prepare(view)
    try await showing(view, options: BindingOptions { reports.append("\($0)") }) { store in
      try await store.submit(TableSnapshot(rows: rows))
      if let second { try await store.submit(TableSnapshot(rows: second)) }
    }
    return view
  }

  private let plain = CellProvider<OneSection, Item, HeadlessCell>.one(ItemCell.self) { cell, item, _ in
    cell.text = "\(item)"
  }
  private let bold = CellProvider<OneSection, Item, HeadlessCell>.one(BoldCell.self) { cell, item, _ in
    cell.text = "bold \(item)"
  }

  @Test("a provider of one class registers it once, with the first cell")
  func one() async throws {
    let view = ItemView(plain, height: 100)
    #expect(view.registrations.isEmpty)
    try await showing(view) { store in
      try await store.submit(TableSnapshot())
      #expect(view.registrations.isEmpty)
      try await store.submit(TableSnapshot(rows: items(0..<30)))
      view.scroll(to: 500)
      #expect(view.registrations == ["ItemCell"])
    }
  }

  @Test("a provider is chosen by a key of the row and place")
  func keyed() async throws {
    let view = try await show(
      items([1, 2, 3]),
      .keyed(["odd": plain, "even": bold], by: { item, place in place.path.row % 2 == 0 ? "odd" : "even" }))
    #expect(view.visibleTexts == ["1", "bold 2", "3"] && view.registrations == ["ItemCell", "BoldCell"])
  }

  @Test("rows of kinds a, a, b, c get four cells, and each kind is registered once")
  func registeredOnce() async throws {
    enum Declaration: Diffable, Hashable, Sendable { case a(Int), b, c }
    let view = try await show(
      [Declaration.a(1), .a(2), .b, .c],
      .choosing { row, _ in
        let name =
          switch row {
          case .a: "A"
          case .b: "B"
          case .c: "C"
          }
        return .one(HeadlessCell.self, reuseIdentifier: name) { cell, row, _ in cell.text = "\(row)" }
      })
    #expect(view.visibleTexts == ["a(1)", "a(2)", "b", "c"] && view.registrations == ["A", "B", "C"])
  }

  @Test("each case of an enum gets its own kind of cell, and cells can come from a nib")
  func enumRows() async throws {
    let view = try await show(
      [Line.title("Notes"), .item(Item(1))],
      .choosing { line, _ in
        switch line {
        case .title(let title):
          .one(TitleCell.self, reuseIdentifier: "Title", source: .nib("TitleNib")) { cell, _, _ in cell.text = title }
        case .item: .mapping({ $0.item }, to: plain)
        }
      }, prepare: { $0.nibs["TitleNib"] = { TitleCell() } })
    #expect(view.visibleTexts == ["Notes", "1"] && view.registrations == ["Title", "ItemCell"])
  }

  @Test("rows are mapped to view models, and an update gets the previous model")
  func viewModels() async throws {
    struct ViewModel { let line: String }
    let view = try await show(
      [Item(1, "a")], then: [Item(1, "b")],
      .mapping(
        { ViewModel(line: "<\($0.text)>") },
        to: .one(ItemCell.self) { cell, model, context in
          cell.text = "\(context.previous?.line ?? "")\(model.line)"
        }))
    #expect(view.visibleTexts == ["<a><b>"])
  }

  @Test("models can create and configure their own cells")
  func models() async throws {
    let view = try await show([Note(id: 1, text: "a")], then: [Note(id: 1, text: "b")], .selfDescribing)
    #expect(view.visibleTexts == ["was a, note b"] && view.registrations == ["Note"])
  }

  @Test("rows of nested `Either` types use their own providers, or describe themselves")
  func either() async throws {
    typealias Row = Either<Either<Int, Item>, Note>
    let rows: [Row] = [.left(.left(1)), .left(.right(Item(1))), .right(Note(id: 1))]
    let numbers = CellProvider<OneSection, Int, HeadlessCell>.one(BoldCell.self) {
      $0.text = "number \($1)"; _ = $2
    }
    let view = try await show(
      rows,
      .anyOf(
        .mapping({ $0.left?.left }, to: numbers), .mapping({ $0.left?.right }, to: plain),
        .mapping({ $0.right }, to: .selfDescribing)))
    #expect(view.visibleTexts == ["number 1", "1", "note "])
    let described: [Either<Item, Note>] = [.left(Item(1)), .right(Note(id: 1, text: "x"))]
    #expect(try await show(described, .selfDescribing).visibleTexts == ["item 1", "note x"])
  }

  @Test("rows of two types differ even if their identities are equal")
  func identities() {
    #expect(Either<Int, Int>.left(1).identity != .right(1))
    #expect(!Either<Int, Int>.left(1).hasSameContent(as: .right(1)))
    #expect(AnyRow(1).identity == AnyRow(1).identity && AnyRow(1).identity != AnyRow(Int8(1)).identity)
    #expect(AnyRow("1").identity != AnyRow(1).identity)
    #expect(AnyRow(Item(1, "a")).identity == AnyRow(Item(1, "b")).identity)
    #expect(!AnyRow(Item(1, "a")).hasSameContent(as: AnyRow(Item(1, "b"))))
    #expect(AnyRow(Item(1, "a")).hasSameContent(as: AnyRow(Item(1, "a"))))
    #expect(!AnyRow(1).hasSameContent(as: AnyRow(Int8(1))))
    struct Colliding: Diffable, Hashable, Sendable {
      let id: Int
      func hash(into hasher: inout Hasher) {}
    }
    #expect(AnyRow(Colliding(id: 1)).identity.hashValue == AnyRow(Colliding(id: 2)).identity.hashValue)
    #expect(AnyRow(Colliding(id: 1)).identity != AnyRow(Colliding(id: 2)).identity)
  }

  @Test("identities of two types hash differently even if their values are equal")
  func hashesOfTypes() {
    struct One: Diffable, Identifiable, Equatable { let id: Int }
    struct Other: Diffable, Identifiable, Equatable { let id: Int }
    #expect(AnyRow(One(id: 1)).identity.hashValue != AnyRow(Other(id: 1)).identity.hashValue)
    #expect(AnyRow(One(id: 1)).identity.hashValue == AnyRow(One(id: 1)).identity.hashValue)
    #expect(AnyRow(One(id: 1)).identity.hashValue != AnyRow(One(id: 2)).identity.hashValue)
  }

  @Test("rows of any type use a provider for their type, or describe themselves, or get a placeholder")
  func anyRows() async throws {
    let rows = [AnyRow(Item(1)), AnyRow(Note(id: 1, text: "x")), AnyRow(7), AnyRow(Foreign())]
    let missing = "table \"cells\": there is no kind of cell for "
    let described = try await show(rows, .selfDescribing, reporting: [missing + "Int", missing + "Foreign"])
    #expect(described.visibleTexts == ["item 1", "note x", "?", "?"])
    let typed = try await show(
      rows,
      .anyOf(
        .mapping({ $0.base as? Item }, to: plain),
        .mapping({ $0.base as? Int }, to: .one(BoldCell.self) { cell, number, _ in cell.text = "\(number)" })),
      reporting: [missing + "Note(id: 1, text: \"x\")", missing + "Foreign()"])
    #expect(typed.visibleTexts == ["1", "?", "7", "?"])
  }

  @Test("type-erased rows move and update like their base values")
  func anyRowsMove() async throws {
    let view = try await show(
      [AnyRow(Note(id: 1, text: "a")), AnyRow(Item(1)), AnyRow(Item(2))],
      then: [AnyRow(Item(2)), AnyRow(Note(id: 1, text: "b")), AnyRow(Item(1))], .selfDescribing)
    #expect(view.visibleTexts == ["item 2", "was a, note b", "item 1"] && view.reloads == 1)
  }

  @Test("a closure creates each cell, and a changed row is reloaded")
  func byHand() async throws {
    var made = 0
    let view = try await show(
      items(0..<40), then: [Item(0, "!")] + items(1..<40),
      .byHand { item, context, queue in
        let cell =
          queue.dequeue(ItemCell.self, reuseIdentifier: "hand")
          ?? {
            made += 1
            let cell = ItemCell()
            cell.text = "fresh"
            return cell
          }()
        #expect(cell.scope?.isEnded != false)
        cell.scope = context.scope
        cell.text = "\(item) by hand"
        return cell
      })
    #expect(view.visibleTexts.first == "0! by hand" && made == 11)
    #expect(view.registrations.isEmpty)
  }

  @Test("a prototype that the view knows is not registered")
  func prototype() async throws {
    let view = try await show(
      items([1]),
      .one(ItemCell.self, reuseIdentifier: "Basic", source: .prototype) { cell, item, _ in cell.text += "\(item)" },
      prepare: {
        $0.prototypes["Basic"] = {
          let cell = ItemCell()
          cell.text = "prototype "
          return cell
        }
      })
    #expect(view.visibleTexts == ["prototype 1"])
  }

  // MARK: - Problems

  private func problems<Row: Diffable & Sendable>(
    _ rows: [Row], _ provider: CellProvider<OneSection, Row, HeadlessCell>
  ) async throws -> (texts: [String], reports: [String]) {
    let view = HeadlessTableView<OneSection, Row>(provider)
    let reports = Guarded<[String]>([])
    let options = BindingOptions(name: "cells") { report in
      reports.with { $0.append("\(report)") }
      #expect(view.violations.isEmpty)
    }
    try await showing(view, options: options) { store in
      try await store.submit(TableSnapshot(rows: rows))
      view.scroll(to: 10)
      view.scroll(to: 0)
    }
    return (view.visibleTexts, reports.now)
  }

  @Test("a missing kind is reported once, and a placeholder is shown")
  func missingKind() async throws {
    let found = try await problems(items([1, 2, 3]), .keyed([1: plain], by: { item, _ in item.id % 2 }))
    #expect(found.texts == ["1", "?", "3"])
    #expect(found.reports == ["table \"cells\": there is no kind of cell for the key 0"])
  }

  @Test("a missing nib, prototype or class is reported, and a placeholder is shown")
  func missingCell() async throws {
    let sources: [CellSource] = [.nib("none"), .prototype, .type(Gate.self)]
    for source in sources {
      let found = try await problems(items([1]), .one(ItemCell.self, source: source) { _, _, _ in })
      #expect(found.texts == ["?"])
      #expect(found.reports == ["table \"cells\": the view has no cell with the reuse identifier \"ItemCell\""])
    }
  }

  @Test("a cell of the wrong type is reported, and a placeholder is shown")
  func wrongType() async throws {
    let found = try await problems(
      items([1]), .one(ItemCell.self, source: .factory { _ in BoldCell() }) { _, _, _ in })
    #expect(found.texts == ["?"])
    #expect(
      found.reports == [
        "table \"cells\": the cell with the reuse identifier \"ItemCell\" is a BoldCell instead of a ItemCell"
      ])
  }

  @Test("two classes of cells with the same reuse identifier are reported")
  func sharedIdentifier() async throws {
    let found = try await problems(
      items([1, 2]),
      .choosing { item, _ in
        item.id == 1
          ? .one(ItemCell.self, reuseIdentifier: "same") { cell, _, _ in cell.text = "first" }
          : .one(BoldCell.self, reuseIdentifier: "same") { cell, _, _ in cell.text = "second" }
      })
    #expect(found.texts == ["first", "?"])
    #expect(found.reports == ["table \"cells\": ItemCell and BoldCell have the same reuse identifier \"same\""])
  }

  @Test("a closure that returns no cell, and a path without a row, result in placeholders")
  func notMade() async throws {
    let found = try await problems(items([1]), .byHand { _, _, _ in nil })
    #expect(found.texts == ["?"] && found.reports == ["table \"cells\": no cell was made"])
    let view = ItemView(plain)
    #expect(view.cells.cell(at: RowPath(section: 3, row: 7), in: view) is HeadlessPlaceholder)
  }

  @Test("a row without a kind gets a cell when a change gives it one")
  func placeholderGoes() async throws {
    let view = try await show(
      [Item(1)], then: [Item(1, "!")], .keyed([1: plain], by: { item, _ in item.text.count }),
      reporting: ["table \"cells\": there is no kind of cell for the key 0"])
    #expect(view.visibleTexts == ["1!"])
  }
}
