/// A drag gesture with which the user moves a row.
///
/// A drag ends with the first call to ``drop(at:)``, ``drop(intoGap:)`` or ``cancel()``, or when it is deallocated.
@MainActor public final class RowDrag<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The path of the row, or `nil` if the row was deleted or the drag has ended.
  public var source: RowPath? { row?.path }

  private var row: FollowedRow?
  private let editing: UserEditing<Section, Row>
  private weak var link: TableLink<Section, Row>?

  init(_ row: FollowedRow, on editing: UserEditing<Section, Row>, _ link: TableLink<Section, Row>) {
    self.row = row
    self.editing = editing
    self.link = link
    link.beginInteraction()
  }

  isolated deinit { link?.endInteraction() }

  /// Returns the path of the row after a drop at the given path.
  ///
  /// - Parameter proposed: The path under the finger or pointer.
  /// - Returns: The path of the row after the drop, or `nil` if the row no longer exists or the drag has ended.
  public func target(for proposed: RowPath) -> RowPath? {
    source.map { editing.target(from: $0, to: proposed) }
  }

  /// Returns the gap at which a view shows an insertion mark, or `nil` if the row stays at its path.
  ///
  /// The `row` of a gap is the number of rows before it in the section, including the dragged row.
  package func gap(for proposed: RowPath) -> RowPath? {
    guard let source, let target = target(for: RowPath(dropping: source, intoGap: proposed)), target != source else {
      return nil
    }
    return target.gap(dropping: source)
  }

  /// Drops the dragged row at a path if the rules allow that destination.
  ///
  /// - Parameter proposed: The path of the row after the drop.
  /// - Returns: Whether the row was moved.
  @discardableResult public func drop(at proposed: RowPath) -> Bool {
    defer { cancel() }
    guard let source else { return false }
    return editing.move(from: source, to: proposed)
  }

  /// Drops the dragged row into a gap between two other rows, or into an empty section.
  ///
  /// - Parameter gap: The gap. Its `row` is the number of rows before it in the section, including the dragged row.
  /// - Returns: Whether the row was moved.
  @discardableResult public func drop(intoGap gap: RowPath) -> Bool {
    guard let source else {
      cancel()
      return false
    }
    return drop(at: RowPath(dropping: source, intoGap: gap))
  }

  /// Cancels the drag, without moving the row.
  public func cancel() {
    row = nil
    guard let link else { return }
    self.link = nil
    link.endInteraction()
  }
}

extension RowPath {
  /// Creates the path of a row after the row is dropped into a gap between rows.
  ///
  /// Views that show an insertion mark count gaps as if the dragged row were still in place. Gap 0 is before the first
  /// row of a section, and is the only gap in an empty section.
  ///
  /// - Parameters:
  ///   - source: The path of the row.
  ///   - gap: The gap. Its `row` is the number of rows before the gap in its section, including the dragged row.
  package init(dropping source: RowPath, intoGap gap: RowPath) {
    let leavesBefore = gap.section == source.section && gap.row > source.row
    self.init(section: gap.section, row: gap.row - (leavesBefore ? 1 : 0))
  }

  /// Returns the gap into which a row must be dropped to have this path afterwards, counted in the same way.
  package func gap(dropping source: RowPath) -> RowPath {
    let leavesBefore = section == source.section && row >= source.row
    return RowPath(section: section, row: row + (leavesBefore ? 1 : 0))
  }
}
