public import LiveTables

/// The position of a cell or supplementary view in a table.
public struct CellPlace<Section> {
  /// The path of the row.
  ///
  /// For a supplementary view, `section` is the index of its section, and `row` is its index among the section's
  /// supplementary views of the same kind, usually zero.
  public let path: RowPath

  /// The value of the row's section.
  public let section: Section

  /// Whether the row is selected.
  public let isSelected: Bool

  /// The kind of supplementary view, or `nil` for cells.
  public let kind: SupplementaryKind?

  let sourceValue: (any Sendable)?

  init(
    path: RowPath, section: Section, isSelected: Bool = false, kind: SupplementaryKind? = nil,
    sourceValue: (any Sendable)?
  ) {
    self.path = path
    self.section = section
    self.isSelected = isSelected
    self.kind = kind
    self.sourceValue = sourceValue
  }
}

/// Information about a row's position in the table, for use when configuring its cell.
///
/// The context describes the table at the time the cell is configured. A cell is configured again when its row changes,
/// moves to another section, is selected, or is deselected. A cell is not configured again when rows above it are
/// inserted or deleted, or when the value of its section changes.
public struct CellContext<Section, Row> {
  let place: CellPlace<Section>

  /// The row as the cell showed it before an update in place, or `nil` if the cell did not show the row before.
  public let previous: Row?

  /// A scope for work that is cancelled when the cell stops showing the row.
  public let scope: CellScope

  /// Sends an event from the cell, such as a tap on a button, to the sequences that `TableEvents.custom(_:)` returns.
  ///
  /// You can call this method at any time. The event is delivered with the row that the cell shows after pending
  /// updates. If the cell no longer shows a row, the event is dropped. Events of supplementary views are always
  /// dropped, because these views have no row.
  ///
  /// - Parameter event: The event to send.
  @MainActor public func send(_ event: some Sendable) { scope.receive?(event) }

  /// The path of the row when the cell was configured.
  public var path: RowPath { place.path }

  /// The value of the row's section when the cell was configured.
  public var section: Section { place.section }

  /// Whether the row is selected.
  public var isSelected: Bool { place.isSelected }

  /// Returns the value that the data source provides with the presented table, for example a read transaction
  /// (`TableState`).
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value, or `nil` if there is no value or it has a different type.
  public func value<Value>(_ type: Value.Type = Value.self) -> Value? { place.sourceValue as? Value }

  func mapping<Model>(_ model: (Row) -> Model?) -> CellContext<Section, Model> {
    CellContext<Section, Model>(place: place, previous: previous.flatMap(model), scope: scope)
  }
}
