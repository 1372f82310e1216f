@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  func sectionIndexTitles(for tableView: UITableView) -> [String]?
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
  func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

  /// The object to which Objective-C would forward methods that the data source does not implement. Not UIKit API.
  var standInForwardingDataSource: (any UITableViewDataSource)? { get }
}

/// The default implementations of optional methods, which call the object to which the data source forwards.
///
/// A data source that implements `moveRowAt` must also implement `canMoveRowAt`, which UIKit assumes to be true.
extension UITableViewDataSource {
  public var standInForwardingDataSource: (any UITableViewDataSource)? { nil }

  public func numberOfSections(in tableView: UITableView) -> Int {
    standInForwardingDataSource?.numberOfSections(in: tableView) ?? 1
  }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    standInForwardingDataSource?.tableView(tableView, titleForHeaderInSection: section)
  }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    standInForwardingDataSource?.tableView(tableView, titleForFooterInSection: section)
  }
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    standInForwardingDataSource?.tableView(tableView, canEditRowAt: indexPath) ?? true
  }
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    standInForwardingDataSource?.tableView(tableView, canMoveRowAt: indexPath) ?? false
  }
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    standInForwardingDataSource?.sectionIndexTitles(for: tableView)
  }
  public func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    standInForwardingDataSource?.tableView(tableView, sectionForSectionIndexTitle: title, at: index) ?? index
  }
  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    standInForwardingDataSource?.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
  }
  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    standInForwardingDataSource?.tableView(tableView, moveRowAt: sourceIndexPath, to: destinationIndexPath)
  }
}

@MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
