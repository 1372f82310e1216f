/// A row, or the value of a section, that brings its own cell.
///
/// Conform to ``CellModel``, which is easier. This is what a view asks for (``CellProvider/selfDescribing``), and what
/// ``Either`` and ``AnyRow`` pass on to what is in them.
public protocol SelfDescribingRow {
  /// Chooses the cells of such rows, in a view whose cells have `Cell` in common.
  @MainActor static func cells<Section, Cell>() -> CellProvider<Section, Self, Cell>
}

/// A model that makes and configures its own cell.
///
/// ```swift
/// extension Mail: CellModel {
///   func configure<Section>(_ cell: MailCell, _ context: CellContext<Section, Mail>) {
///     cell.subject = subject
///   }
/// }
///
/// TableCells(link: link, .selfDescribing)
/// ```
public protocol CellModel: SelfDescribingRow {
  /// What its cells are: of the view's kind of cells, or inheriting from it.
  associatedtype ModelCell: AnyObject

  /// The name under which its cells are reused; the model's name unless it says otherwise.
  @MainActor static var reuseIdentifier: String { get }

  /// Where its cells come from; the view makes them of their type unless it says otherwise.
  @MainActor static var cellSource: CellSource { get }

  /// How a row that has changed is shown anew; in place unless it says otherwise.
  @MainActor static var cellUpdate: CellUpdate { get }

  /// Makes a cell show this.
  @MainActor func configure<Section>(_ cell: ModelCell, _ context: CellContext<Section, Self>)
}

extension CellModel {
  /// The model's name.
  @MainActor public static var reuseIdentifier: String { String(describing: Self.self) }

  /// The view makes cells of their type.
  @MainActor public static var cellSource: CellSource { .type(ModelCell.self) }

  /// In place.
  @MainActor public static var cellUpdate: CellUpdate { .inPlace }

  /// One kind of cell, which the model configures.
  @MainActor public static func cells<Section, Cell>() -> CellProvider<Section, Self, Cell> {
    .one(
      CellKind(ModelCell.self, reuseIdentifier: reuseIdentifier, source: cellSource, update: cellUpdate) {
        $1.configure($0, $2)
      })
  }
}

extension CellProvider where Row: SelfDescribingRow {
  /// Rows that bring their own cells.
  public static var selfDescribing: CellProvider { Row.cells() }
}
