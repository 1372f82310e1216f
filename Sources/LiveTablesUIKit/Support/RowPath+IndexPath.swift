#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
import UIKit

extension RowPath {
  /// The path that UIKit names by an index path of two indices.
  ///
  /// - Returns: `nil` if it has not got two.
  public init?(_ indexPath: IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(section: indexPath.section, row: indexPath.row)
  }
}

extension IndexPath {
  /// The index path of a row, as table views and collection views name it.
  public init(_ path: RowPath) { self.init(row: path.row, section: path.section) }
}
#endif
