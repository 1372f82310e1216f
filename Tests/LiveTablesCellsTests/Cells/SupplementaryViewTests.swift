import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

private typealias Headers = CellProvider<Folder, Folder, HeadlessCell>

@Suite("Headers, footers and other supplementary views", .timeLimit(.minutes(20))) @MainActor
struct SupplementaryViewTests {
  private let headers = Headers.one(FolderHeader.self) { view, folder, context in
    view.text = "— \(folder.name)"
    view.previous.append(context.previous)
    view.scope = context.scope
  }

  private func view(
    _ supplementaries: [SupplementaryKind: CellProvider<Folder, Folder, HeadlessCell>], height: Double = 440
  ) -> FolderView {
    FolderView(.items(), supplementaries: supplementaries, height: height)
  }

  @Test("headers and footers are registered, reused and configured like cells")
  func headersAndFooters() async throws {
    let footers = Headers.one(HeadlessCell.self) { view, folder, context in
      view.text = "end of \(folder.name)\(context.isSelected ? ", selected" : "")"
    }
    let view = view([.header: headers, .footer: footers], height: 132)
    try await showing(view) { store in
      try await store.submit(folders((0..<10).map { (Folder(id: $0, name: "F\($0)"), [$0]) }))
      #expect(view.visibleTexts == ["— F0", "0", "end of F0", "— F1", "1"])
      let first = try #require(view.supplementaryView(.header, section: 0) as? FolderHeader)
      let scope = try #require(first.scope)
      for offset in stride(from: 0.0, through: 600, by: 44) { view.scroll(to: offset) }
      #expect(scope.isEnded && first.reuses > 0)
      #expect(view.registrations.sorted() == ["ItemCell", "footer/HeadlessCell", "header/FolderHeader"])
    }
  }

  @Test("the view of a changed section is refreshed in place, and no other view is touched")
  func inPlace() async throws {
    let view = view([.header: headers])
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1, name: "a"), [1]), (Folder(id: 2, name: "b"), [2])]))
      let first = try #require(view.supplementaryView(.header, section: 0) as? FolderHeader)
      let second = try #require(view.supplementaryView(.header, section: 1) as? FolderHeader)
      let scope = try #require(second.scope)
      try await store.submit(folders([(Folder(id: 2, name: "c"), [3, 2]), (Folder(id: 1, name: "a"), [1])]))
      #expect(view.visibleTexts == ["— c", "3", "2", "— a", "1"])
      #expect(
        view.supplementaryView(.header, section: 0) === second && second.previous == [nil, Folder(id: 2, name: "b")])
      #expect(view.supplementaryView(.header, section: 1) === first && first.previous == [nil])
      #expect(scope.isEnded && second.scope?.isEnded == false && first.scope?.isEnded == false)
      try await store.submit(folders([(Folder(id: 1, name: "a"), [1])]))
      #expect(second.scope?.isEnded == true, "its section has gone")
    }
  }

  @Test("a header that returns without a request is reconfigured, and one of a missing section is reported")
  func comesBack() async throws {
    let view = view([.header: headers])
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1, name: "a"), [1])]))
      let header = try #require(view.supplementaryView(.header, section: 0) as? FolderHeader)
      view.cells.didEndDisplaying(header, kind: .header)
      #expect(!view.cells.willDisplay(header, at: SupplementaryPath(.header, section: 1), in: view))
      #expect(!view.cells.willDisplay(header, at: SupplementaryPath(.footer, section: 0), in: view))
      #expect(view.cells.willDisplay(header, at: SupplementaryPath(.header, section: 0), in: view))
      #expect(header.previous == [nil, nil] && header.scope?.isEnded == false)
    }
  }

  @Test("a header is replaced when its section changes, if its kind requires that")
  func reloaded() async throws {
    let headers = Headers.one(FolderHeader.self, update: .reload) { view, folder, context in
      view.text = "— \(folder.name)"
      view.previous.append(context.previous)
    }
    let view = view([.header: headers])
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1, name: "a"), [1])]))
      try await store.submit(folders([(Folder(id: 1, name: "b"), [1])]))
      #expect(view.visibleTexts == ["— b", "1"])
      #expect((view.supplementaryView(.header, section: 0) as? FolderHeader)?.previous.last == .some(nil))
    }
  }

  @Test("a header off the screen needs no reload, but one that appears or disappears does")
  func offScreen() throws {
    let named = Headers.choosing { folder, _ in
      folder.name.isEmpty ? .nothing : .one(FolderHeader.self) { _, _, _ in }
    }
    for (old, new, isStale) in [("a", "b", false), ("", "b", true), ("a", "", true)] {
      let view = view([.header: named])
      let table = folders([(Folder(id: 1, name: new), [1])])
      let binding = view.show(table)
      if let header = view.supplementaryView(.header, section: 0) {
        view.cells.didEndDisplaying(header, kind: .header)
      }
      let change = table.difference(from: folders([(Folder(id: 1, name: old), [1])]))
      let reloads = view.cells.change(try #require(change.stages.first), in: view)
      #expect(reloads.supplementaryViews == (isStale ? [SupplementaryPath(.header, section: 0)] : []))
      binding.cancel()
    }
  }

  @Test("a changed row in a changed section is reloaded once")
  func reloadedOnce() throws {
    let isBold = Guarded(false)
    let view = FolderView(
      .choosing { _, _ in
        isBold.now ? .one(BoldCell.self) { _, _, _ in } : .one(ItemCell.self) { _, _, _ in }
      })
    let old = folders([(Folder(id: 1, name: "a"), [1, 2])])
    let binding = view.show(old)
    var new = folders([(Folder(id: 1, name: "b"), [1, 2])])
    new.update(at: RowPath(section: 0, row: 1)) { $0.text = "new" }
    let stage = try #require(new.difference(from: old).stages.first)
    isBold.with { $0 = true }
    #expect(view.cells.change(stage, in: view).rows == [RowPath(section: 0, row: 1), RowPath(section: 0, row: 0)])
    binding.cancel()
  }

  @Test("a design is chosen by kind and section, and a section can have none and get one later")
  func designs() async throws {
    enum Key { case plain, bold }
    let designs = Headers.keyed(
      [
        Key?.some(.plain): .one(HeadlessCell.self) {
          $0.text = "plain \($1.name)"; _ = $2
        },
        .bold: .one(BoldCell.self) {
          $0.text = "bold \($1.name)"; _ = $2
        },
      ],
      others: .nothing,
      by: { folder, place in
        #expect(place.section == folder)
        if folder.name.isEmpty { return nil }
        return place.kind == .header || place.path.section == 1 ? .bold : .plain
      } as @MainActor (Folder, CellPlace<Folder>) -> Key?)
    let view = FolderView(.items(), supplementaries: [.header: designs, .footer: designs])
    try await showing(view) { store in
      try await store.submit(
        folders([(Folder(id: 1, name: "a"), []), (Folder(id: 2, name: "b"), []), (Folder(id: 3), [3])]))
      #expect(view.visibleTexts == ["bold a", "plain a", "bold b", "bold b", "3"])
      try await store.submit(
        folders([(Folder(id: 1), []), (Folder(id: 2, name: "b"), []), (Folder(id: 3, name: "c"), [3])]))
      #expect(view.visibleTexts == ["bold b", "bold b", "bold c", "3", "plain c"])
      try await store.submit(folders([(Folder(id: 3, name: "c"), [3])]))
      #expect(view.visibleTexts == ["bold c", "3", "plain c"])
    }
  }

  @Test("a view that is registered for one kind does not exist for another")
  func byName() async throws {
    let left: SupplementaryKind = "Left"
    let view = view([left: headers])
    view.kindsAbove = [left, "Right"]
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1, name: "a"), [1])]))
      #expect(view.visibleTexts == ["— a", "1"])
      #expect(view.supplementaryView(left, section: 0) != nil)
      #expect(view.cells.supplementaryView(at: SupplementaryPath("Right", section: 0), in: view) == nil)
      #expect(view.cells.supplementaryView(at: SupplementaryPath(left, section: 9), in: view) == nil)
      #expect(view.registrations == ["Left/FolderHeader", "ItemCell"])
    }
  }

  @Test("a missing design or a view of the wrong class is reported, and no view is shown")
  func missing() async throws {
    let wrong = Headers.one(FolderHeader.self, source: .factory { _ in BoldCell() }) { _, _, _ in }
    let keyed = Headers.keyed([:], by: { folder, _ in folder.id })
    let view = view([.header: keyed, .footer: wrong])
    let reports = Guarded<[String]>([])
    try await showing(view, options: BindingOptions { report in reports.with { $0.append("\(report.problem)") } }) {
      store in
      try await store.submit(folders([(Folder(id: 1), [1])]))
      #expect(view.supplementaryView(.header, section: 0) == nil && view.supplementaryView(.footer, section: 0) == nil)
      _ = view.cells.supplementaryView(at: SupplementaryPath(.header, section: 0), in: view)
    }
    #expect(reports.now.count == 2, "\(reports.now)")
  }

  @Test("a section's value can create its own header")
  func selfDescribing() async throws {
    struct Part: Diffable, Identifiable, Equatable, Sendable, SelfDescribingRow {
      let id: Int
      static func cells<Section>() -> CellProvider<Section, Part, HeadlessCell> {
        .one(BoldCell.self) { cell, part, _ in cell.text = "part \(part.id)" }
      }
    }
    let view = HeadlessTableView<Part, Item>(
      .items(), supplementaries: [.header: .selfDescribing])
    try await showing(view) { store in
      try await store.submit(TableSnapshot(sections: [TableSection(Part(id: 7), rows: [Item(1)])]))
      #expect(view.visibleTexts == ["part 7", "1"])
    }
  }
}
