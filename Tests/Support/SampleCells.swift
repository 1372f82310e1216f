package import LiveTables
package import LiveTablesCells
package import LiveTablesTesting
import Testing

/// A cell that records how it is configured.
package final class ItemCell: HeadlessCell {
  package var item: Item?
  package var previous: [Item?] = []
  package var scope: CellScope?
  package var tapped: (@MainActor (String) -> Void)?
}

/// A second kind of cell.
package final class BoldCell: HeadlessCell {}

/// A header that records how it is configured.
package final class FolderHeader: HeadlessCell {
  package var previous: [Folder?] = []
  package var scope: CellScope?
}

/// A section with a name.
package struct Folder: Diffable, Identifiable, Equatable, Sendable {
  package let id: Int
  package var name: String

  package init(id: Int, name: String = "") {
    self.id = id
    self.name = name
  }
}

package typealias ItemProvider = CellProvider<OneSection, Item, HeadlessCell>
package typealias ItemView = HeadlessTableView<OneSection, Item>
package typealias FolderView = HeadlessTableView<Folder, Item>
package typealias FolderTable = TableSnapshot<Folder, Item>

extension CellProvider where Row == Item, Cell == HeadlessCell {
  /// Returns a provider of cells that record how they are configured.
  @MainActor package static func items(update: CellUpdate = .inPlace) -> CellProvider {
    .one(ItemCell.self, update: update) { cell, item, context in
      cell.item = item
      cell.text = "\(item)"
      cell.previous.append(context.previous)
      cell.scope = context.scope
    }
  }
}

extension HeadlessTableView {
  package func itemCell(_ row: Int, section: Int = 0) -> ItemCell? {
    cell(at: RowPath(section: section, row: row)) as? ItemCell
  }
}

package func folders(_ folders: [(Folder, [Int])]) -> FolderTable {
  FolderTable(sections: folders.map { TableSection($0.0, rows: items($0.1)) })
}

/// Binds a view to a store while `body` runs, and checks that the view broke no rule.
@MainActor package func showing<Section, Row, Result>(
  _ view: HeadlessTableView<Section, Row>, options: BindingOptions = BindingOptions(),
  _ body: (TableStore<Section, Row>) async throws -> Result
) async throws -> Result {
  let store = TableStore<Section, Row>(name: "cells")
  let result = try await withBinding(view, store, options: options) { _ in try await body(store) }
  #expect(view.violations.isEmpty && view.mismatch == nil)
  return result
}
