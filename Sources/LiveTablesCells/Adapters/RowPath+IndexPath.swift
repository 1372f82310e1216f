public import Foundation
public import LiveTables

extension RowPath {
  /// The path that UIKit and AppKit name by an index path of two indices.
  ///
  /// - Parameter indexPath: The index path.
  /// - Returns: `nil` if it has not got two.
  public init?(_ indexPath: IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(section: indexPath[0], row: indexPath[1])
  }
}

extension IndexPath {
  /// The index path of a row, as views of UIKit and AppKit name it.
  ///
  /// - Parameter path: The path.
  public init(_ path: RowPath) { self = [path.section, path.row] }
}
