public import LiveTables

/// The heights of rows, headers, and footers, for views that do not use self-sizing cells.
///
/// ```swift
/// var sizes = TableSizes<Part, Line>()
/// sizes[.row, in: .cover] = 120
/// sizes[.header, in: .cover] = 80
/// sizes.setRow(in: .text) { line, path in line.isLong ? 90 : 44 }
/// sizes[.row] = 200                                               // in all other sections
/// ```
///
/// If a size is not set for a section, the size for all other sections is used or, if there is none, the view's
/// default. Sizes are in points, or in terminal lines. Negative and non-finite sizes are ignored.
public struct TableSizes<Section: Diffable, Row: Diffable>: Sendable {
  /// A height of a section's rows, header, or footer.
  public enum Size: Hashable, Sendable {
    /// The height of every row for which no closure returns a height.
    case row
    /// The height of the header.
    case header
    /// The height of the footer.
    case footer
    /// The estimated height of rows.
    case estimatedRow
    /// The estimated height of the header.
    case estimatedHeader
    /// The estimated height of the footer.
    case estimatedFooter
  }

  private struct Sizes {
    var values: [Size: Double] = [:]
    var row: (@Sendable (Row, RowPath) -> Double?)?
  }

  private var sections: [Section.Identity: Sizes] = [:]
  private var others = Sizes()

  /// Creates an instance that sets no sizes.
  public init() {}

  /// The height that is set for a section, or for all sections that do not set their own, if any.
  ///
  /// - Parameters:
  ///   - size: The height to access.
  ///   - section: The identity of the section, or `nil` for all other sections.
  public subscript(size: Size, in section: Section.Identity? = nil) -> Double? {
    get { (section.map { sections[$0] } ?? others)?.values[size] }
    set { change(section) { $0.values[size] = newValue } }
  }

  /// Sets a closure that returns the height of each row.
  ///
  /// - Parameters:
  ///   - section: The identity of the section, or `nil` for all other sections.
  ///   - height: A closure that returns the height of a row, or `nil` to use the height of the section's rows.
  public mutating func setRow(
    in section: Section.Identity? = nil, to height: @escaping @Sendable (_ row: Row, _ path: RowPath) -> Double?
  ) {
    change(section) { $0.row = height }
  }

  private mutating func change(_ section: Section.Identity?, _ body: (inout Sizes) -> Void) {
    if let section { body(&sections[section, default: Sizes()]) } else { body(&others) }
  }

  // MARK: - For views

  /// Returns the height that is set for a row.
  ///
  /// - Returns: The height, or `nil` if no height is set or the path has no row.
  package func row(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    guard let row = table[path] else { return nil }
    return find(path.section, table) { valid($0.row?(row, path)) ?? valid($0.values[.row]) }
  }

  /// Returns the height or estimated height of a section's header or footer.
  ///
  /// - Returns: The height, or `nil` if no height is set or the section does not exist.
  package func size(_ size: Size, of section: Int, in table: TableSnapshot<Section, Row>) -> Double? {
    find(section, table) { valid($0.values[size]) }
  }

  /// Returns the estimated height of a row.
  ///
  /// - Returns: The height, or `nil` if no height is set or the path has no row.
  package func estimatedRow(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    table[path] == nil ? nil : size(.estimatedRow, of: path.section, in: table)
  }

  /// The kinds of supplementary views for which a size or an estimated size is set.
  package var supplementaryKinds: Set<SupplementaryKind> {
    let set = Set((Array(sections.values) + [others]).flatMap(\.values.keys))
    var kinds: Set<SupplementaryKind> = []
    if !set.isDisjoint(with: [.header, .estimatedHeader]) { kinds.insert(.header) }
    if !set.isDisjoint(with: [.footer, .estimatedFooter]) { kinds.insert(.footer) }
    return kinds
  }

  /// Returns whether a batch changes the heights of updated rows, in which case the view must lay out these rows again.
  ///
  /// - Complexity: O(*k* log *n*) for *k* updated rows.
  package func changes(with stage: BatchUpdate<Section, Row>) -> Bool {
    let map = PathMap(stage.operations)
    return stage.operations.updatedRows.contains { path in
      row(at: path, in: stage.source) != map.target(of: path).flatMap { row(at: $0, in: stage.target) }
    }
  }

  private func find(_ section: Int, _ table: TableSnapshot<Section, Row>, _ size: (Sizes) -> Double?) -> Double? {
    guard table.sections.indices.contains(section) else { return nil }
    return sections[table.sections[section].value.identity].flatMap(size) ?? size(others)
  }

  private func valid(_ size: Double?) -> Double? { size.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
}
