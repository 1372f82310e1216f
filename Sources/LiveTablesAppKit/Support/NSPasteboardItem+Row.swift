#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
@_spi(Adapters) import LiveTablesCells

extension NSPasteboard.PasteboardType {
  /// The pasteboard type of rows dragged within a view.
  static let liveTablesRow = NSPasteboard.PasteboardType("livetables.row")
}

extension NSPasteboardItem {
  /// Creates a pasteboard item for a row that is dragged within its view.
  convenience init(row path: RowPath) {
    self.init()
    setString("\(path)", forType: .liveTablesRow)
  }
}
#endif
