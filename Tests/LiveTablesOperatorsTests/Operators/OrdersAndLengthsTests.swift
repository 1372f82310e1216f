import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests sorting by key, live row counts, children of nodes, and titles with values.
@Suite("Parameters of operators")
struct OrdersAndLengthsTests {
  private struct Mail: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var subject: String
  }

  private let mails = [Mail(id: 1, subject: "b"), Mail(id: 2, subject: "c"), Mail(id: 3, subject: "a")]

  @Test func rowsAreSortedByAKeyPath() async {
    let live = LiveTable(rows: mails)
    #expect(await live.sorted(by: \.subject).current.map(\.id) == [3, 1, 2])
    #expect(await live.sorted(by: \.subject, { $0 > $1 }).current.map(\.id) == [2, 1, 3])
    #expect(await live.sorted { $0.id > $1.id }.current.map(\.id) == [3, 2, 1])
  }

  @Test(
    "an order number lies between those of the neighbors, or is nil if none is left",
    arguments: [
      (nil, nil, 0), (3, nil, 4), (nil, 3, 2), (1, 2, 1.5), (0x1p53, nil, nil), (nil, -0x1p53, nil),
      (Double.infinity, nil, nil), (1.0, 1.0.nextUp, nil), (1.0.nextUp, 1.0.nextUp.nextUp, nil),
    ] as [(Double?, Double?, Double?)])
  func numbersBetweenNeighbors(above: Double?, below: Double?, number: Double?) {
    #expect(orderNumber(between: above, and: below) == number)
  }

  @Test func theNumberOfFirstOrLastRowsIsSet() async throws {
    let (live, count) = (LiveTable(rows: 0..<10), LiveValue(2))
    let (first, last) = (live.prefix(count), live.suffix(count))
    #expect(await Array(first.current) == [0, 1])
    #expect(await Array(last.current) == [8, 9])
    await count.set(4)
    #expect(await Array(first.current) == [0, 1, 2, 3])
    try await live.edit { $0.removeLast() }
    #expect(await Array(last.current) == [5, 6, 7, 8])
    await count.set(-1)
    #expect(await first.current.isEmpty)
    #expect(await last.current.isEmpty)
  }

  @Test func anOutlineRemovesChildrenThatItHasNotShown() async throws {
    var tree = Tree(SampleRow(1))
    tree.append(SampleRow(2), to: 1)
    let live = LiveTree(tree).outline()
    let folders = [1, 9]
    try await live.edit { outline in
      outline.edit { tree in
        for child in folders.compactMap({ tree.children(of: $0) }).joined() { tree.remove(child.id) }
      }
    }
    try await live.edit { $0.expand(1) }
    #expect(await live.current.map(\.value.id) == [1])
  }

  @Test @MainActor func aTitleIsAStringAlsoWithValuesInIt() {
    let (count, name) = (3, "Anna")
    let section = SupplementedSection(1, header: "\(count) mails", footer: "of \(name)")
    #expect(section.header == .title("3 mails") && section.footer == .title("of Anna"))
    let title: String? = name
    #expect(SupplementedSection(1, header: title).header == .title("Anna"))
    #expect(SupplementedSection(1).header == nil && SupplementedSection(1, header: nil as String?).header == nil)
    let binder = SectionBinder<Int, Int>(.all())
    binder.onSection(1).supplement(.header, .title(name)).supplement(.footer, .title("\(count)"))
    #expect(binder.table.sections.map { $0.value.header } == [.title("Anna")])
  }
}
