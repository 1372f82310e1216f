import LiveTables

/// A row or section value that provides its own cells.
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
  /// The base class of the view's cells.
  associatedtype Cell: AnyObject

  @MainActor static func cells<Section>() -> CellProvider<Section, Self, Cell>
}

extension CellProvider where Row: SelfDescribingRow, Row.Cell == Cell {
  /// A provider that asks each row for its cell.
  public static var selfDescribing: CellProvider { Row.cells() }
}

extension Either: SelfDescribingRow
where Left: SelfDescribingRow, Right: SelfDescribingRow, Left.Cell == Right.Cell {
  /// Returns a provider of the cells that values of the two types provide.
  @MainActor public static func cells<Section>() -> CellProvider<Section, Either, Left.Cell> {
    .anyOf(.mapping({ $0.left }, to: Left.cells()), .mapping({ $0.right }, to: Right.cells()))
  }
}

extension CellProvider where Row == AnyRow {
  /// A provider that asks each row for its cell.
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
