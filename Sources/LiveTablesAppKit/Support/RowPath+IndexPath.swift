#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
public import Foundation
@_spi(Adapters) public import LiveTables

extension RowPath {
  /// The path that AppKit names by an index path of two indices.
  ///
  /// - Returns: `nil` if it has not got two.
  public init?(_ indexPath: IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(section: indexPath.section, row: indexPath.item)
  }
}

extension IndexPath {
  /// The index path of an item, as collection views name it.
  public init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
}
#endif
