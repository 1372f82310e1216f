#if Postgres
public import LiveTables

extension TableEditable where Section == OneSection {
  /// Moves a row by changing the number by which the rows are sorted.
  ///
  /// ```swift
  /// let tasks = PostgresTable(of: Item.self, from: "item", connection: connection)
  /// view.bind(tasks.sorted { $0.position < $1.position })
  /// try await tasks.edit { $0.move(7, after: 3, by: \.position) }
  /// ```
  ///
  /// This method usually changes only that row. If no number is left between two rows, which happens after about fifty
  /// moves to the same position, it changes all rows.
  ///
  /// - Parameters:
  ///   - row: The row to move.
  ///   - other: The row that the moved row follows, or `nil` to move the row to the front.
  ///   - order: The number by which the rows are sorted in ascending order.
  /// - Returns: Whether the rows exist.
  /// - Complexity: O(*n* log *n*).
  @discardableResult public mutating func move(
    _ row: Row.Identity, after other: Row.Identity?, by order: WritableKeyPath<Row, Double>
  ) -> Bool {
    let rows = others(than: row, by: order)
    guard let behind = other.map({ other in rows.firstIndex { $0.identity == other }.map { $0 + 1 } }) ?? 0 else {
      return false
    }
    return move(row, to: behind, of: rows, by: order)
  }

  /// Moves a row after `other` or, if `other` does not exist, before `next`, or to the front if both are `nil`.
  mutating func move(
    _ row: Row.Identity, after other: Row.Identity?, before next: Row.Identity?,
    by order: WritableKeyPath<Row, Double>
  ) -> Bool {
    if let other, move(row, after: other, by: order) { return true }
    guard let next else { return other == nil && move(row, after: nil, by: order) }
    let rows = others(than: row, by: order)
    guard let place = rows.firstIndex(where: { $0.identity == next }) else { return false }
    return move(row, to: place, of: rows, by: order)
  }

  private func others(than row: Row.Identity, by order: KeyPath<Row, Double>) -> [Row] {
    table.sorted { $0[keyPath: order] < $1[keyPath: order] }.filter { $0.identity != row }
  }

  /// - Parameters:
  ///   - behind: The number of rows before the new position.
  ///   - rows: The other rows, in order.
  private mutating func move(
    _ row: Row.Identity, to behind: Int, of rows: [Row], by order: WritableKeyPath<Row, Double>
  ) -> Bool {
    guard let path = paths(of: .id(row)).first else { return false }
    let above = behind > 0 ? rows[behind - 1][keyPath: order] : nil
    let below = behind < rows.count ? rows[behind][keyPath: order] : nil
    let number: Double =
      switch (above, below) {
      case (.some(let above), .some(let below)): above + (below - above) / 2
      case (.some(let above), .none): above + 1
      case (.none, .some(let below)): below - 1
      case (.none, .none): 0
      }
    if number.isFinite, above.map({ $0 < number }) ?? true, below.map({ number < $0 }) ?? true {
      update(.path(path)) { $0[keyPath: order] = number }
      return true
    }
    let ids = rows[..<behind].map(\.identity) + [row] + rows[behind...].map(\.identity)
    let numbers = Dictionary(ids.enumerated().map { ($1, Double($0)) }) { first, _ in first }
    let rows = table
    for (path, row) in zip(rows.paths, rows) {
      guard let number = numbers[row.identity], number != row[keyPath: order] else { continue }
      update(.path(path)) { $0[keyPath: order] = number }
    }
    return true
  }
}
#endif
