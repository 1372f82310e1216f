public import LiveTables

/// A row of a section in a ``SectionBinder``.
///
/// Rows that are diffed keep their own identity, wherever they are. Others are identified by their place: a section of such
/// rows is reloaded whenever it gets rows or is refreshed, place by place, and no other section is touched.
public struct SectionRow<ID: Hashable & Sendable, Row: Diffable & Sendable>: Diffable, Sendable {
  /// Tells rows apart.
  private enum Key: Hashable, Sendable {
    /// By the row itself.
    case row(Row.Identity)
    /// By its place in a section.
    case place(ID, Int)
  }

  /// The section.
  public let section: ID

  /// The row; `nil` in a section of a number of cells.
  public let value: Row?

  /// The row's identity, captured when the section got it.
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

  /// The same row, to be reloaded.
  func renewed(generation: Int) -> SectionRow {
    var row = self
    row.generation = generation
    return row
  }

  /// The place in its section that identifies the row; `nil` if the row has its own identity.
  public var index: Int? {
    if case .place(_, let index) = key { index } else { nil }
  }

  /// Whether the row looks the same: it was not refreshed, and its content is the same if that can be compared.
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
  /// The row, or its place.
  public var description: String { value.map { "\($0)" } ?? "cell \(index.map(String.init) ?? "")" }
}
