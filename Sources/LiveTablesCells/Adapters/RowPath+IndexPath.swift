public import Foundation
public import LiveTables

extension RowPath {
  /// Creates a path from a two-element UIKit or AppKit index path.
  ///
  /// - Parameter indexPath: The index path.
  /// - Returns: The path, or `nil` if the index path does not have two elements.
  public init?(_ indexPath: IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(section: indexPath[0], row: indexPath[1])
  }
}

extension IndexPath {
  /// Creates an index path for UIKit and AppKit views.
  ///
  /// - Parameter path: The path of the row.
  public init(_ path: RowPath) { self = [path.section, path.row] }
}
