/// Where a row is when a cell is chosen for it.
public struct CellPlace<Section> {
  /// The row's path.
  ///
  /// For a supplementary view: its section, and as row which view of its kind it is, zero unless there are several.
  public let path: RowPath

  /// The value of the row's section.
  public let section: Section

  /// Whether the row is selected.
  public let isSelected: Bool

  /// What kind of supplementary view is asked for; `nil` for cells.
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

  /// The data source's own value that belongs to the shown table (``TableState``), for instance a read transaction.
  ///
  /// - Returns: `nil` if there is none, or it is of another type.
  public func value<Value>(_ type: Value.Type = Value.self) -> Value? { sourceValue as? Value }
}

/// What a cell may want to know while it is configured, besides its row.
public struct CellContext<Section, Row> {
  /// Where the row is.
  public let place: CellPlace<Section>

  /// What this very cell showed until now, if the row is updated in place.
  ///
  /// `nil` if the cell is new to the row.
  public let previous: Row?

  /// The time in which the cell shows the row: work that is started here ends by itself.
  public let scope: CellScope

  let voice: CellVoice

  /// Says something that the cell has to say, such as that a button in it was pressed.
  ///
  /// It may be called at any time: it is told to whoever reads ``TableEvents/custom(_:)`` with the row that the cell shows
  /// when nothing is pending any more, and to nobody once the cell shows nothing.
  @MainActor public func send(_ event: some Sendable) { voice(event) }

  /// The row's path at this moment.
  ///
  /// Rows above may come and go while the cell is on screen; it is not told.
  public var path: RowPath { place.path }

  /// The value of the row's section.
  public var section: Section { place.section }

  /// Whether the row is selected.
  public var isSelected: Bool { place.isSelected }

  /// The data source's own value that belongs to the shown table (``TableState``), for instance a read transaction.
  ///
  /// - Returns: `nil` if there is none, or it is of another type.
  public func value<Value>(_ type: Value.Type = Value.self) -> Value? { place.value(type) }

  /// The same for another model of the row.
  func mapping<Model>(_ model: (Row) -> Model?) -> CellContext<Section, Model> {
    CellContext<Section, Model>(place: place, previous: previous.flatMap(model), scope: scope, voice: voice)
  }
}
