import LiveTables
import LiveTablesCells
import LiveTablesTesting
import Testing

/// A cell that remembers what was done to it.
final class ItemCell: HeadlessCell {
  var item: Item?
  var previous: [Item?] = []
  var scope: CellScope?
  var tapped: (@MainActor (String) -> Void)?
}

/// A second kind of cell.
final class BoldCell: HeadlessCell {}

/// A header that remembers what was done to it.
final class FolderHeader: HeadlessCell {
  var previous: [Folder?] = []
  var scope: CellScope?
}

/// A section with a name.
struct Folder: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var name = ""
}

typealias ItemProvider = CellProvider<OneSection, Item, HeadlessCell>
typealias ItemView = HeadlessTableView<OneSection, Item>
typealias FolderView = HeadlessTableView<Folder, Item>
typealias FolderTable = TableSnapshot<Folder, Item>

extension CellProvider where Row == Item, Cell == HeadlessCell {
  /// Cells that remember what was done to them.
  @MainActor static func items(update: CellUpdate = .inPlace) -> CellProvider {
    .one(ItemCell.self, update: update) { cell, item, context in
      cell.item = item
      cell.text = "\(item)"
      cell.previous.append(context.previous)
      cell.scope = context.scope
    }
  }
}

extension HeadlessTableView {
  func itemCell(_ row: Int, section: Int = 0) -> ItemCell? {
    cell(at: RowPath(section: section, row: row)) as? ItemCell
  }
}

func folders(_ folders: [(Folder, [Int])]) -> FolderTable {
  FolderTable(sections: folders.map { TableSection($0.0, rows: items($0.1)) })
}

/// Shows tables one after the other, and holds the view against the rules after each.
@MainActor func showing<Section, Row, Result>(
  _ view: HeadlessTableView<Section, Row>, options: TableOptions = TableOptions(),
  _ body: (TableStore<Section, Row>) async throws -> Result
) async throws -> Result {
  let store = TableStore<Section, Row>(name: "cells")
  let result = try await withBinding(view, store, options: options) { _ in try await body(store) }
  #expect(view.violations.isEmpty && view.mismatch == nil)
  return result
}
