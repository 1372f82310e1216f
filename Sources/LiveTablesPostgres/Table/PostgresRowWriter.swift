#if Postgres
public import LiveTables
public import LiveTablesOperators

/// A value that describes how to write users' edits to a table on a server.
///
/// ```swift
/// let tasks = PostgresTable(of: Item.self, from: "item", connection: connection)
/// let edited = tasks.sorted { $0.position < $1.position }.editable(by: PostgresRowWriter(tasks, order: \.position))
/// view.bind(edited, editing: .deleting() + .moving(to: .sameSection)) { edit, error in show(error) }
/// ```
///
/// Moving a row updates its order number and, if its section changes, the grouping property. Each edit is written in its
/// own transaction.
public struct PostgresRowWriter<Section: Diffable & Sendable, Row: Diffable & Encodable & Sendable>: Sendable {
  private let table: PostgresTable<Row>
  private let order: (any WritableKeyPath<Row, Double> & Sendable)?
  private var group: (@Sendable (inout Row, Section) -> Void)?
  /// Closures that copy a property of the current row into an edited row, if the edit did not change that property.
  private var unedited: [@Sendable (inout Row, _ current: Row, _ seen: Row) -> Void] = []

  /// Creates a writer that does not move rows of a table.
  public init(_ table: PostgresTable<Row>) {
    self.table = table
    order = nil
  }

  /// Creates a writer that moves rows within their section.
  ///
  /// - Parameters:
  ///   - table: The table that receives the edits.
  ///   - order: The number by which the view's rows are sorted in ascending order.
  public init(_ table: PostgresTable<Row>, order: any WritableKeyPath<Row, Double> & Sendable) {
    self.table = table
    self.order = order
    keepUnedited(order)
  }

  /// Returns a writer that can also move rows to other sections.
  ///
  /// - Parameters:
  ///   - property: The property by which the rows are grouped.
  ///   - value: A closure that returns the property's value for a section.
  public func grouped<Value: Equatable & Sendable>(
    by property: any WritableKeyPath<Row, Value> & Sendable, _ value: @escaping @Sendable (Section) -> Value
  ) -> PostgresRowWriter {
    var writer = self
    writer.group = { $0[keyPath: property] = value($1) }
    writer.keepUnedited(property)
    return writer
  }

  /// Returns a writer that can also move rows to other sections.
  ///
  /// - Parameter property: The property by which the rows are grouped, and whose values are the section values.
  public func grouped(by property: any WritableKeyPath<Row, Section> & Sendable) -> PostgresRowWriter
  where Section: Equatable { grouped(by: property) { $0 } }

  private mutating func keepUnedited<Value: Equatable & Sendable>(
    _ property: any WritableKeyPath<Row, Value> & Sendable
  ) {
    unedited.append { row, current, seen in
      if row[keyPath: property] == seen[keyPath: property] { row[keyPath: property] = current[keyPath: property] }
    }
  }
}

extension PostgresRowWriter {
  fileprivate var obstacles: [EditKind: String] {
    order == nil ? [.move: "the PostgresRowWriter has no order"] : [:]
  }

  fileprivate func write(_ request: UserRequest<Section, Row>) async throws {
    try await table.edit { try write(request, to: &$0) }
  }

  private func write(_ request: UserRequest<Section, Row>, to editor: inout TableEditor<OneSection, Row>) throws {
    let id = (request.seen ?? request.row).identity
    switch request.kind {
    case .delete: editor.remove(id: id)
    case .update:
      guard let seen = request.seen, let path = editor.paths(of: .id(id)).first, let current = editor.table[path] else {
        throw PostgresError.rowIsGone
      }
      // The user may not have seen the position that an earlier edit has given to the row.
      let forwarded = try request.forwarded(
        sections: { _ in OneSection() },
        rows: { row in
          var row = row
          for keep in unedited { keep(&row, current, seen) }
          return row
        }, merge: request.merge)
      try editor.apply(forwarded)
    case .insert:
      var row = request.row
      if let section = request.newSection { group?(&row, section) }
      if let order { row[keyPath: order] = number(by: order) }
      editor.append(row)
    case .move:
      let section = request.newSection
      // An operator may also change the row.
      guard let order, !request.traits.isChanged, section == nil || group != nil else {
        throw PostgresError.cannotBeWritten
      }
      guard let path = editor.paths(of: .id(id)).first else { throw PostgresError.rowIsGone }
      let number = number(by: order)
      // A closure changes only the position in newer versions of the row.
      editor.apply(
        .patch(.path(path)) { [group] row in
          row[keyPath: order] = number
          if let section { group?(&row, section) }
        })
    }
    func number(by order: any WritableKeyPath<Row, Double> & Sendable) -> Double {
      editor.number(of: id, after: request.above?.identity, before: request.below?.identity, by: order)
    }
  }
}

extension TableSource {
  /// Returns a table that users can edit, and whose edits are written to a table on a server.
  ///
  /// ```swift
  /// let writer = PostgresRowWriter(mails, order: \.position).grouped(by: \.folder)
  /// let edited = mails.sorted { $0.position < $1.position }.grouped { $0.folder }.editable(by: writer)
  /// view.bind(edited, editing: .deleting() + .moving(to: .anywhere)) { edit, error in show(error) }
  /// ```
  ///
  /// Each edit is written in its own transaction, in the order in which users make the edits. When the server
  /// replicates the edit, views do not change again, except that a moved row is updated if its order number is part of
  /// its content. An edit that cannot be written is reverted, and the binding's `onFailure` receives the error.
  ///
  /// Edits are written even after the view has been deallocated. Call `editsSaved()` to wait until they have been
  /// written, for example before you close the table.
  ///
  /// - Parameter writer: A writer for the table from which this table is derived.
  public func editable(by writer: PostgresRowWriter<Section, Row>) -> OptimisticTable<Section, Row>
  where Row: Encodable {
    OptimisticTable(self, except: writer.obstacles) { request in
      try await writer.write(request)
      return .confirmed
    }
  }
}
#endif
