import LiveTables

/// A row, or the value of a section, that brings its cells.
///
/// ```swift
/// extension Mail: SelfDescribingRow {
///   static func cells<Section>() -> CellProvider<Section, Mail, UITableViewCell> {
///     .one(MailCell.self) { cell, mail, context in cell.subject = mail.subject }
///   }
/// }
///
/// TableViewBinder<OneSection, Mail>(.selfDescribing)
/// ```
public protocol SelfDescribingRow<Cell> {
  /// The class that all cells of its views have in common.
  associatedtype Cell: AnyObject

  /// Chooses the cells of such rows.
  @MainActor static func cells<Section>() -> CellProvider<Section, Self, Cell>
}

extension CellProvider where Row: SelfDescribingRow, Row.Cell == Cell {
  /// The cells that the rows bring.
  public static var selfDescribing: CellProvider { Row.cells() }
}

extension Either: SelfDescribingRow
where Left: SelfDescribingRow, Right: SelfDescribingRow, Left.Cell == Right.Cell {
  /// The cells that the two types bring.
  @MainActor public static func cells<Section>() -> CellProvider<Section, Either, Left.Cell> {
    .anyOf(.mapping({ $0.left }, to: Left.cells()), .mapping({ $0.right }, to: Right.cells()))
  }
}

extension CellProvider where Row == AnyRow {
  /// The cells that the rows bring; a row that brings none for this view is reported.
  public static var selfDescribing: CellProvider {
    CellProvider { row, place in
      @MainActor func choose<Base: SelfDescribingRow<Cell>>(_: Base) -> Choice {
        CellProvider.mapping({ $0.base as? Base }, to: Base.cells()).choose(row, place)
      }
      guard let base = row.base as? any SelfDescribingRow<Cell> else { return .missing("\(type(of: row.base))") }
      return choose(base)
    }
  }
}
