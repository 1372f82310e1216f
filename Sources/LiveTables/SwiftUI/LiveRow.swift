public import Observation
public import TableDiff

/// A row that SwiftUI and other observers can observe individually.
///
/// A row is represented by the same object for as long as it is in the table. When the row changes, ``value`` changes,
/// and only readers of this row are notified. You can read members of the value directly:
///
/// ```swift
/// struct MailRow: View {
///   let mail: LiveRow<Mail>
///   var body: some View { Text(mail.subject) }
/// }
/// ```
///
/// The `id` is the object itself, so it is unique even if several rows share an identity.
@MainActor @dynamicMemberLookup public final class LiveRow<Row: Diffable & Sendable>: Observable, Identifiable {
  private var current: Row
  /// The observation registrar, which is created for the first reader because most rows of a long list are never read.
  private var registrar: ObservationRegistrar?

  init(_ row: Row) { current = row }

  /// The current value of the row.
  public var value: Row {
    let registrar = registrar ?? ObservationRegistrar()
    self.registrar = registrar
    registrar.access(self, keyPath: \.value)
    return current
  }

  /// A member of the row's current ``value``.
  public subscript<Member>(dynamicMember member: KeyPath<Row, Member>) -> Member { value[keyPath: member] }

  var identity: Row.Identity { current.identity }

  /// Replaces the row with a version that looks different, and notifies its readers.
  func update(_ row: Row) {
    guard let registrar else { return current = row }
    registrar.withMutation(of: self, keyPath: \.value) { current = row }
  }

  func take(_ row: Row) { current = row }

  /// Replaces the row, and notifies readers of the row if it looks different.
  func updateIfChanged(_ row: Row) {
    if current.hasSameContent(as: row) { take(row) } else { update(row) }
  }
}

/// A section whose value and rows are observed separately.
///
/// A section is represented by the same object for as long as it is in the table.
@MainActor @Observable
public final class LiveSection<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  Identifiable
{
  /// The current value of the section.
  public internal(set) var value: Section

  /// The rows of the section, in order.
  ///
  /// Observers of this property are notified when rows are inserted, deleted or moved, but not when a row changes.
  public internal(set) var rows: [LiveRow<Row>]

  /// The rows of the section, read without observation by the table that changes them.
  var shownRows: [LiveRow<Row>] { _rows }

  init(_ value: Section, _ rows: [LiveRow<Row>]) {
    self.value = value
    self.rows = rows
  }
}
