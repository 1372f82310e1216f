import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests sections on a view that has cells: headers, footers, other kinds, titles and sizes.
@MainActor struct HeadlessSectionsTests {
  typealias Binder = SectionBinder<Int, Item>
  typealias View = HeadlessTableView<Binder.Section, Binder.TableRow>

  final class RowCell: HeadlessCell {}
  final class CountedCell: HeadlessCell {}
  final class TitleView: HeadlessCell {}
  final class LegendView: HeadlessCell {}

  struct Legend: Equatable, Sendable { var colours: Int }

  private let configured = Guarded<[String]>([])

  /// Returns a view with titles as headers, titles or legends as footers, badges, rows and counted cells.
  private func view(height: Double = 440) -> View {
    let titles = CellProvider<Binder.Section, String, HeadlessCell>.one(TitleView.self) { [configured] view, title, _ in
      configured.with { $0.append(title) }
      view.text = title
    }
    let legends = CellProvider<Binder.Section, Legend, HeadlessCell>.one(LegendView.self) { view, legend, _ in
      view.text = "\(legend.colours) colours"
    }
    let view = View(
      .anyOf(
        .mapping(
          { $0.value },
          to: .one(RowCell.self) { [configured] cell, item, _ in
            configured.with { $0.append("\(item)") }
            cell.text = "\(item)"
          }),
        .mapping(
          { $0.index },
          to: .one(CountedCell.self) { [configured] cell, index, _ in
            configured.with { $0.append("cell \(index)") }
            cell.text = "cell \(index)"
          })),
      supplementaries: [
        .header: .items(titles), .footer: .anyOf(.items(titles), .items(legends)), "badge": .items(titles),
      ], height: height)
    view.kindsAbove = [.header, "badge"]
    return view
  }

  /// Changes the binder in one turn, and waits until the view shows the change.
  private func turn(
    _ binder: Binder, _ changes: inout Updates<AppliedChangeset<Binder.Section, Binder.TableRow>, Never>.AsyncIterator,
    _ view: View,
    _ body: (Binder) -> Void
  ) async {
    configured.with { $0 = [] }
    body(binder)
    _ = await changes.next()
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("headers and footers are views that are updated and removed in place, by kind and type")
  func headersAndFooters() async {
    let (view, binder) = (view(), Binder())
    var changes = view.bind(binder).changes.makeAsyncIterator()
    await turn(binder, &changes, view) { _ in }
    await turn(binder, &changes, view) {
      $0.onSection(1).rows([Item(1)]).supplement(.header, "One").supplement(.footer, .value(Legend(colours: 3)))
      $0.onSection(2).rows([Item(2)]).supplement(.footer, "Foot").supplement("badge", "new")
    }
    #expect(view.visibleTexts == ["One", "1", "3 colours", "new", "2", "Foot"])
    #expect(view.supplementaryView(.footer, section: 0) is LegendView)
    let header = view.supplementaryView(.header, section: 0)
    await turn(binder, &changes, view) { $0.onSection(1).supplement(.header, "Uno") }
    #expect(view.visibleTexts.first == "Uno" && view.supplementaryView(.header, section: 0) === header)
    #expect(configured.now == ["Uno"])  // no other view is configured
    await turn(binder, &changes, view) {
      $0.onSection(1).supplement(.header, nil).supplement(.footer, nil)
      $0.onSection(2).supplement(.header, "Two").supplement("badge", nil)
    }
    #expect(view.visibleTexts == ["1", "Two", "2", "Foot"])
    await turn(binder, &changes, view) { $0.onSections([1, 2]).supplements(.header, [1: "One"]) }
    #expect(view.visibleTexts == ["One", "1", "2", "Foot"])
  }

  @Test("a supplementary view of another kind than the registered one does not exist")
  func otherKind() async {
    let (view, binder) = (view(), Binder())
    var changes = view.bind(binder).changes.makeAsyncIterator()
    await turn(binder, &changes, view) { _ in }
    await turn(binder, &changes, view) { $0.onSection(1).rows([Item(1)]).supplement("Left", "left") }
    #expect(view.cells.supplementaryView(at: SupplementaryPath("Right", section: 0), in: view) == nil)
    #expect(view.visibleTexts == ["1"])
  }

  @Test("sections can consist of a number of cells, which refresh reconfigures")
  func cells() async {
    let (view, binder) = (view(), Binder())
    var changes = view.bind(binder).changes.makeAsyncIterator()
    await turn(binder, &changes, view) { _ in }
    await turn(binder, &changes, view) {
      $0.onSection(1).cells(2)
      $0.onSection(2).rows([Item(7)])
    }
    #expect(view.visibleTexts == ["cell 0", "cell 1", "7"])
    await turn(binder, &changes, view) { $0.onSection(1).refresh() }
    #expect(configured.now.sorted() == ["cell 0", "cell 1"])
    await turn(binder, &changes, view) { $0.onSection(2).rows([Item(8)], diffed: false) }
    await turn(binder, &changes, view) { $0.onSection(2).rows([Item(8)], diffed: false) }
    #expect(configured.now == ["8"])
  }

  @Test("each section has its own provider, or gets a placeholder")
  func providers() async {
    let one = CellProvider<Binder.Section, Binder.TableRow, HeadlessCell>.one(RowCell.self) { cell, row, _ in
      cell.text = "one \(row)"
    }
    let other = CellProvider<Binder.Section, Binder.TableRow, HeadlessCell>.one(CountedCell.self) { cell, row, _ in
      cell.text = "other \(row)"
    }
    let binder = Binder()
    binder.onSections([1, 2]).rows([1: [Item(1)], 2: [Item(2)]])
    let view = View(.keyed([1: one], others: other, by: { row, _ in row.section }))
    view.show(binder.table)
    #expect(view.visibleTexts == ["one 1", "other 2"])
    let strict = View(.keyed([1: one], by: { row, _ in row.section }))
    var reports: [String] = []
    strict.show(binder.table, options: BindingOptions { reports.append("\($0)") })
    #expect(strict.visibleTexts == ["one 1", "?"])
    #expect(reports == ["table: there is no kind of cell for the key 2"])
  }

  @Test("sizes lay out rows, headers and footers")
  func sizes() {
    var sizes = TableSizes<Binder.Section, Binder.TableRow>()
    sizes[.row, in: 1] = 120
    sizes[.header, in: 1] = 80
    sizes[.row, in: 2] = 90
    sizes.setRow(in: 3) { row, _ in row.value == Item(3) ? 70 : nil }
    sizes[.row] = 200
    sizes[.header] = 50
    sizes[.footer] = 50
    let binder = Binder()
    for section in 1...4 {
      binder.onSection(section).rows([Item(section)]).supplement(.header, "H").supplement(.footer, "F")
    }
    let view = view(height: 2_000)
    view.rowHeight = { [unowned view] path in sizes.row(at: path, in: view.link.table) ?? 44 }
    view.supplementaryHeight = { [unowned view] place in
      let table = view.link.table
      return
        (place.kind == .header
        ? sizes.size(.header, of: place.section, in: table)
        : sizes.size(.footer, of: place.section, in: table)) ?? 22
    }
    view.show(binder.table)
    let tops = (0..<4).map { view.distance(of: RowPath(section: $0, row: 0)) }
    let expected: [Double?] = [80, 300, 490, 660]  // everything above, plus the section's header
    #expect(tops == expected)
    #expect(view.contentHeight == 910)
  }
}
