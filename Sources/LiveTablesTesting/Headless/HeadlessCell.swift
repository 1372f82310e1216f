public import LiveTablesCells

/// A cell or supplementary view of a ``HeadlessTableView``.
///
/// Create a subclass for custom cells:
///
/// ```swift
/// final class MailCell: HeadlessCell { var isRead = false }
/// ```
@MainActor open class HeadlessCell: ProvidedCell {
  /// The text of the cell.
  public var text = ""

  /// The height of the cell if it is the header or footer of the table.
  package var height = 44.0

  /// The reuse identifier, or `nil` if the view did not create the cell.
  package internal(set) var reuseIdentifier: String?

  package private(set) var reuses = 0

  /// Creates a cell.
  public required init() {}

  /// Creates a cell that shows the given text.
  public convenience init(_ text: String) {
    self.init()
    self.text = text
  }

  /// Prepares the cell for another row.
  open func prepareForReuse() { reuses += 1 }
}

/// The cell that a ``HeadlessTableView`` shows in place of a missing one.
package final class HeadlessPlaceholder: HeadlessCell {
  /// The reason why the cell is missing.
  package internal(set) var problem: String?
}
