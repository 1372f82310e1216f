#if Postgres
public import LiveTables
internal import LiveTablesOperators

extension TableEditable where Section == OneSection {
  /// Moves a row by changing the number by which the rows are sorted.
  ///
  /// ```swift
  /// let tasks = PostgresTable(of: Item.self, from: "item", connection: connection)
  /// view.bind(tasks.sorted { $0.position < $1.position })
  /// try await tasks.edit { $0.move(7, after: 3, by: \.position) }
  /// ```
  ///
  /// If no number is left between two rows, which happens after about fifty moves to the same position, all rows are
  /// renumbered.
  ///
  /// - Parameters:
  ///   - row: The identity of the row.
  ///   - other: The row that the moved row follows, or `nil` to move the row to the front.
  ///   - order: The number by which the rows are sorted in ascending order.
  /// - Returns: `false` if one of the rows does not exist.
  /// - Complexity: O(*n* log *n*).
  @discardableResult public mutating func move(
    _ row: Row.Identity, after other: Row.Identity?, by order: any WritableKeyPath<Row, Double> & Sendable
  ) -> Bool {
    let rows = others(than: row, by: order)
    guard let path = paths(of: .id(row)).first,
      let behind = other.map({ other in rows.firstIndex { $0.identity == other }.map { $0 + 1 } }) ?? 0
    else { return false }
    let number = number(behind: behind, of: rows, by: order)
    apply(.patch(.path(path)) { $0[keyPath: order] = number })
    return true
  }

  /// Returns the number for a row after `other` or, if `other` does not exist, before `next`, or at the end.
  ///
  /// If no such number is left, all other rows are renumbered.
  mutating func number(
    of row: Row.Identity, after other: Row.Identity?, before next: Row.Identity?,
    by order: any WritableKeyPath<Row, Double> & Sendable
  ) -> Double {
    let rows = others(than: row, by: order)
    let behind = rows.firstIndex { $0.identity == other }.map { $0 + 1 } ?? rows.firstIndex { $0.identity == next }
    return number(behind: behind ?? rows.count, of: rows, by: order)
  }

  private func others(than row: Row.Identity, by order: KeyPath<Row, Double>) -> [Row] {
    table.sorted { $0[keyPath: order] < $1[keyPath: order] }.filter { $0.identity != row }
  }

  /// - Parameters:
  ///   - behind: The number of rows before the new position.
  ///   - rows: The other rows, in order.
  private mutating func number(
    behind: Int, of rows: [Row], by order: any WritableKeyPath<Row, Double> & Sendable
  ) -> Double {
    let above = behind > 0 ? rows[behind - 1][keyPath: order] : nil
    let below = behind < rows.count ? rows[behind][keyPath: order] : nil
    if let number = orderNumber(between: above, and: below) { return number }
    let numbers = Dictionary(
      rows.enumerated().map { ($1.identity, Double($0 < behind ? $0 : $0 + 1)) }
    ) { first, _ in first }
    let table = table
    for (path, row) in zip(table.paths, table) {
      guard let number = numbers[row.identity], number != row[keyPath: order] else { continue }
      apply(.patch(.path(path)) { $0[keyPath: order] = number })
    }
    return Double(behind)
  }
}
#endif
