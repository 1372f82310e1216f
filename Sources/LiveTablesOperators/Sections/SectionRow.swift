public import LiveTables

/// A row of a section in a ``SectionBinder``.
///
/// Rows that are diffed keep their own identity in every section. Other rows are identified by their position. Whenever
/// such rows are set or refreshed, their section is reloaded, and other sections are not affected.
public struct SectionRow<ID: Hashable & Sendable, Row: Diffable & Sendable>: Diffable, Sendable {
  private enum Key: Hashable, Sendable {
    /// The identity of the wrapped row.
    case row(Row.Identity)
    /// The position of a row in a section.
    case place(ID, Int)
  }

  /// The identity of the section.
  public let section: ID

  /// The wrapped row, or `nil` if the section shows cells without rows.
  public let value: Row?

  /// The identity of the row at the time at which the row was added to the section.
  public var identity: some Hashable & Sendable { key }

  private let key: Key

  private var generation: Int

  init(_ row: Row, in section: ID, generation: Int) {
    self.section = section
    value = row
    key = .row(row.identity)
    self.generation = generation
  }

  init(_ row: Row?, at index: Int, in section: ID, generation: Int) {
    self.section = section
    value = row
    key = .place(section, index)
    self.generation = generation
  }

  /// Returns a copy of the row with a new generation, which causes a reload of the row.
  func renewed(generation: Int) -> SectionRow {
    var row = self
    row.generation = generation
    return row
  }

  /// The position that identifies the row in its section, or `nil` if the row has its own identity.
  public var index: Int? {
    if case .place(_, let index) = key { index } else { nil }
  }

  /// Returns whether the row has not been refreshed and, if rows can be compared, has the same content.
  public func hasSameContent(as other: SectionRow) -> Bool {
    guard generation == other.generation else { return false }
    switch (value, other.value) {
    case (nil, nil): return true
    case (let one?, let two?): return index != nil || one.hasSameContent(as: two)
    default: return false
    }
  }
}

extension SectionRow: Equatable where Row: Equatable {}

extension SectionRow: CustomStringConvertible {
  /// The textual representation of the wrapped row, or the position.
  public var description: String { value.map { "\($0)" } ?? "cell \(index.map(String.init) ?? "")" }
}
