// expect: An outline view shows outlines. Bind a LiveOutline.
// in: LiveTablesAppKit
// for: macos
import AppKit
import LiveTablesCells
@MainActor func planted<Row: Diffable & Sendable>(_ view: NSOutlineView, _ rows: LiveTable<OneSection, Row>) {
  view.bind(rows, cell: NSTableCellView.self) { _, _, _ in }
}
