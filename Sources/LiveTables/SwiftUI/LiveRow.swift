public import Observation
public import TableDiff

/// A row that SwiftUI and other observers follow by itself.
///
/// It stays the same object for as long as its row is in the table: when the row changes, ``value`` does, and who reads
/// this row is notified, and no reader of another row. Members of the value can be read directly:
///
/// ```swift
/// struct MailRow: View {
///   let mail: LiveRow<Mail>
///   var body: some View { Text(mail.subject) }
/// }
/// ```
///
/// Its `id` is the object, also where several rows have the same identity.
@MainActor @dynamicMemberLookup public final class LiveRow<Row: Diffable & Sendable>: Observable, Identifiable {
  private var current: Row
  /// Made for the first reader: most rows of a long list are never read.
  private var registrar: ObservationRegistrar?

  init(_ row: Row) { current = row }

  /// The row as it is now.
  public var value: Row {
    let registrar = registrar ?? ObservationRegistrar()
    self.registrar = registrar
    registrar.access(self, keyPath: \.value)
    return current
  }

  /// A member of ``value``.
  ///
  /// - Parameter member: What to read.
  public subscript<Member>(dynamicMember member: KeyPath<Row, Member>) -> Member { value[keyPath: member] }

  /// What is the same before and after a change.
  var identity: Row.Identity { current.identity }

  /// Takes a newer version of the row, which looks different, and notifies the readers.
  func update(_ row: Row) {
    guard let registrar else { return current = row }
    registrar.withMutation(of: self, keyPath: \.value) { current = row }
  }

  /// Takes a newer version of the row, which looks the same.
  func take(_ row: Row) { current = row }

  /// Takes a newer version of the row, and notifies the readers if it looks different.
  func updateIfChanged(_ row: Row) {
    if current.hasSameContent(as: row) { take(row) } else { update(row) }
  }
}

/// A section whose value and rows are observed by themselves.
///
/// It stays the same object for as long as its section is in the table.
@MainActor @Observable
public final class LiveSection<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  Identifiable
{
  /// The section as it is now.
  public internal(set) var value: Section

  /// The rows of the section, in order.
  ///
  /// Its readers are notified when rows come, go or move, not when one changes.
  public internal(set) var rows: [LiveRow<Row>]

  /// The rows, for the table that changes them: it does not observe, and no key path is made for it.
  var shownRows: [LiveRow<Row>] { _rows }

  init(_ value: Section, _ rows: [LiveRow<Row>]) {
    self.value = value
    self.rows = rows
  }
}
