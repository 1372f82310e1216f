import LiveTablesAdapters
import LiveTablesTesting
import Testing

@MainActor private final class Label: ProvidedCell {
  var row = SampleRow(0)
  var title = ""
  var isPlaceholder = false
}

/// A view that reuses labels.
@MainActor private final class LabelList {
  var labels: [[Label]] = []
  var headers: [Label?] = []
  var unused: [String: [Label]] = [:]
  var registrations: [String] = []
  var storedBinder: AnyObject?
}

#if !canImport(ObjectiveC)
extension LabelList: BinderStorage {}
#endif

private final class LabelAdapter: CellAdapter<LabelList, SampleSection, SampleRow, Label> {
  var ended = 0

  init(_ provider: CellProvider<SampleSection, SampleRow, Label>? = nil) {
    var ending: () -> Void = {}
    super.init(
      provider
        ?? .one(Label.self) { label, row, context in
          label.row = row
          context.scope.onEnd { ending() }
        },
      supplementaries: [
        .header: .one(Label.self, reuseIdentifier: "header") { label, section, _ in label.title = "\(section.id)" }
      ],
      placeholder: { _ in
        let label = Label()
        label.isPlaceholder = true
        return label
      })
    ending = { [weak self] in self?.ended += 1 }
  }

  override var shownRowCounts: [Int]? { isDataSource && canUpdate ? view?.labels.map(\.count) : nil }

  override func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind?) {
    view?.registrations.append(reuseIdentifier)
  }

  override func dequeueCell(reuseIdentifier: String, kind: SupplementaryKind?, at path: RowPath) -> Label? {
    view?.unused[reuseIdentifier]?.popLast() ?? Label()
  }

  override func reload(_ view: LabelList, commit: () -> Void) {
    commit()
    discardCells()
    view.unused["Label", default: []] += view.labels.joined()
    view.labels = link.table.sections.indices.map { section in
      link.table.sections[section].rows.indices.map { appear(RowPath(section: section, row: $0)) }
    }
    view.headers = link.table.sections.indices.map { supplementaryView(.header, at: RowPath(section: $0, row: 0)) }
  }

  override func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, in view: LabelList, animation: BatchAnimation, commit: () -> Void
  ) throws {
    let path = stage.pathMap()
    var kept: [RowPath: Label] = [:]
    for (section, labels) in view.labels.enumerated() {
      for (row, label) in labels.enumerated() {
        if let target = path(RowPath(section: section, row: row)) {
          kept[target] = label
        } else {
          cellDidDisappear(label)
        }
      }
    }
    commit()
    for path in updateCells(after: stage).rows { kept[path] = nil }
    view.labels = link.table.sections.enumerated().map { section, content in
      content.rows.indices.map { row in
        let path = RowPath(section: section, row: row)
        return kept[path] ?? appear(path)
      }
    }
  }

  private func appear(_ path: RowPath) -> Label {
    let label = cell(at: path)
    cellWillAppear(label, at: path)
    return label
  }
}

/// A list with its adapter, in the form that the conformance kit requires.
@MainActor private final class BoundList: TableView {
  let list = LabelList()
  let adapter: LabelAdapter

  init(_ provider: CellProvider<SampleSection, SampleRow, Label>? = nil) {
    adapter = LabelAdapter(provider)
    adapter.attach(to: list)
  }

  var link: TableLink<SampleSection, SampleRow> { adapter.link }
  var isReady: Bool { adapter.isReady }
  var shownRowCounts: [Int]? { adapter.shownRowCounts }
  func reload(commit: () -> Void) { adapter.reload(commit: commit) }
  func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
  ) throws { try adapter.perform(stage, animation: animation, commit: commit) }
}

@Suite("Adapters for views with cells", .timeLimit(.minutes(20))) @MainActor
struct CellAdapterTests {
  @Test("a cell adapter passes the conformance tests", arguments: 1...4 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(
      seed: seed, count: 40, prepare: { $0.reload {} }, shows: { $0.list.labels.map { $0.map(\.row) } },
      make: { BoundList() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)
  }

  @Test("cells are registered once and reused, and work for deleted and replaced rows ends")
  func cells() async throws {
    let view = BoundList()
    let (list, adapter) = (view.list, view.adapter)
    let binding = adapter.show(
      TableSnapshot(sections: [TableSection(SampleSection(7), rows: [1, 2, 3].map { SampleRow($0) })]))
    #expect(list.registrations == ["Label", "header"])
    #expect(list.headers.map { $0?.title } == ["7"] && adapter.ended == 0)
    let labels = list.labels[0]
    try await binding.store.submit(
      TableSnapshot(sections: [
        TableSection(SampleSection(7), rows: [SampleRow(1, content: 5), SampleRow(3)])
      ]))
    #expect(list.labels[0].map(\.row) == [SampleRow(1, content: 5), SampleRow(3)])
    #expect(list.labels[0][0] === labels[0] && adapter.ended == 2)
    binding.cancel()
    #expect(adapter.ended == 4)
  }

  @Test("a row without a cell has a placeholder") func placeholders() {
    let view = BoundList(.nothing)
    view.adapter.show(TableSnapshot(sections: [TableSection(SampleSection(7), rows: [SampleRow(1)])]))
    #expect(view.list.labels[0][0].isPlaceholder)
  }
}
