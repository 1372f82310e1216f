#if GTK
public import LiveTablesCells

/// A column of a view.
@MainActor public struct ListColumn<Section, Row> {
  /// The title of the column.
  public let title: String
  let provider: CellProvider<Section, Row, GTKWidget>

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - provider: The provider of the widgets in the column.
  public init(_ title: String, _ provider: CellProvider<Section, Row, GTKWidget>) {
    self.title = title
    self.provider = provider
  }
}
#endif
