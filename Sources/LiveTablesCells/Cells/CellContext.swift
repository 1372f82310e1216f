public import LiveTables

/// The place for which a cell is chosen.
public struct CellPlace<Section> {
  /// The row's path.
  ///
  /// For a supplementary view: its section, and as row its number among the views of its kind, usually zero.
  public let path: RowPath

  /// The value of the row's section.
  public let section: Section

  /// Whether the row is selected.
  public let isSelected: Bool

  /// The kind of supplementary view; `nil` for cells.
  public let kind: SupplementaryKind?

  private let sourceValue: (any Sendable)?

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

  /// The value that the data source provides with the shown table (`TableState`), for instance a read transaction.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: `nil` if there is none, or it is of another type.
  public func value<Value>(_ type: Value.Type = Value.self) -> Value? { sourceValue as? Value }
}

/// What a cell may need besides its row while it is configured.
///
/// The context holds what was true when the cell was configured. A cell is configured again when its row has new content
/// or moves to another section, and when it is selected or deselected; not when rows come and go above it, nor when its
/// section's value has new content.
public struct CellContext<Section, Row> {
  let place: CellPlace<Section>

  /// The row that this cell showed until now, if its row is updated in place.
  ///
  /// `nil` if the cell is new to the row.
  public let previous: Row?

  /// The time in which the cell shows the row: work that is started here ends by itself.
  public let scope: CellScope

  /// Sends an event of the cell, such as that a button in it was pressed, to readers of `TableEvents.custom(_:)`.
  ///
  /// A cell may call it at any time. The event comes with the row that the cell shows once pending updates are applied,
  /// and is dropped if the cell shows no row then. What a supplementary view sends has no row, and is always dropped.
  ///
  /// - Parameter event: The event.
  @MainActor public func send(_ event: some Sendable) { scope.receive?(event) }

  /// The row's path when the cell was configured.
  public var path: RowPath { place.path }

  /// The value of the row's section when the cell was configured.
  public var section: Section { place.section }

  /// Whether the row is selected.
  public var isSelected: Bool { place.isSelected }

  /// The value that the data source provides with the shown table (`TableState`), for instance a read transaction.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: `nil` if there is none, or it is of another type.
  public func value<Value>(_ type: Value.Type = Value.self) -> Value? { place.value(type) }

  /// The same context for a model of the row.
  func mapping<Model>(_ model: (Row) -> Model?) -> CellContext<Section, Model> {
    CellContext<Section, Model>(place: place, previous: previous.flatMap(model), scope: scope)
  }
}
