#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
@_spi(Adapters) import LiveTablesCells

extension NSPasteboard.PasteboardType {
  /// What is dragged within one view; its text means nothing elsewhere.
  static let liveTablesRow = NSPasteboard.PasteboardType("livetables.row")
}

extension NSPasteboardItem {
  /// A row that is dragged within its view.
  convenience init(row path: RowPath) {
    self.init()
    setString("\(path)", forType: .liveTablesRow)
  }
}
#endif
