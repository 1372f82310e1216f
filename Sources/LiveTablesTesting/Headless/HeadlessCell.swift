/// A cell, or a supplementary view, of a ``HeadlessTableView``: something that would be drawn.
///
/// Inherit from it for custom cells:
///
/// ```swift
/// final class MailCell: HeadlessCell { var isRead = false }
/// ```
@MainActor open class HeadlessCell {
  /// What it would show.
  public var text = ""

  /// How high it is where it stands above or below the whole table.
  @_spi(Adapters) public var height = 44.0

  /// The name under which it is reused; `nil` if it did not come from the view.
  @_spi(Adapters) public internal(set) var reuseIdentifier: String?

  /// How often it came from the queue to be used again.
  @_spi(Adapters) public private(set) var reuses = 0

  /// Creates a cell.
  public required init() {}

  /// Creates a cell with a text.
  public convenience init(_ text: String) {
    self.init()
    self.text = text
  }

  /// It comes from the queue, and will be configured for another row.
  open func prepareForReuse() { reuses += 1 }
}

/// What a ``HeadlessTableView`` shows where it has no cell.
@_spi(Adapters) public final class HeadlessPlaceholder: HeadlessCell {
  /// Why there is none.
  @_spi(Adapters) public internal(set) var problem: String?
}
