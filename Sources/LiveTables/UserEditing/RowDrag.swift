/// A row that the user holds on to.
///
/// It ends once, by ``drop(at:)``, ``drop(intoGap:)`` or ``cancel()``, or when it is released; ending it again does nothing.
@MainActor public final class RowDrag<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// Where the row is; `nil` if it is gone, or the drag is over.
  public var source: RowPath? { row?.path }

  private var row: FollowedRow?
  private let editing: TableEditing<Section, Row>
  private weak var link: TableLink<Section, Row>?

  init(_ row: FollowedRow, on editing: TableEditing<Section, Row>, _ link: TableLink<Section, Row>) {
    self.row = row
    self.editing = editing
    self.link = link
    link.beginInteraction()
  }

  isolated deinit { link?.endInteraction() }

  /// Where the row would go if the user let it go at a path.
  ///
  /// - Parameter proposed: The path under the finger or the pointer.
  /// - Returns: The path it would have afterwards, or `nil` if there is nothing to drop.
  public func target(for proposed: RowPath) -> RowPath? {
    source.map { editing.target(from: $0, to: proposed) }
  }

  /// Where a view shows that the row would be dropped.
  ///
  /// - Parameter proposed: The gap between rows that the user holds it over: as row, how many rows of the section are
  ///   before it, counted while the row is in its place.
  /// - Returns: The gap into which it may go, counted alike; `nil` if it stays where it is.
  package func gap(for proposed: RowPath) -> RowPath? {
    guard let source, let target = target(for: RowPath(dropping: source, intoGap: proposed)), target != source else {
      return nil
    }
    return target.gap(dropping: source)
  }

  /// The user lets the row go, and it lands exactly there, as far as it may.
  ///
  /// - Parameter proposed: The path that it is to have afterwards.
  /// - Returns: Whether it went anywhere.
  @discardableResult public func drop(at proposed: RowPath) -> Bool {
    defer { cancel() }
    guard let source else { return false }
    return editing.move(from: source, to: proposed)
  }

  /// The user lets the row go between two others, or into an empty section.
  ///
  /// - Parameter gap: As row, how many rows of the section are before the gap, counted while the row is in its place.
  /// - Returns: Whether it went anywhere.
  @discardableResult public func drop(intoGap gap: RowPath) -> Bool {
    guard let source else {
      cancel()
      return false
    }
    return drop(at: RowPath(dropping: source, intoGap: gap))
  }

  /// The user lets the row go where it was.
  public func cancel() {
    row = nil
    guard let link else { return }
    self.link = nil
    link.endInteraction()
  }
}
