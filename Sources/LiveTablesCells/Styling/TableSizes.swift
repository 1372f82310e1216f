public import LiveTables

/// The heights of rows, headers, and footers, for views that do not use self-sizing cells.
///
/// ```swift
/// var sizes = TableSizes<Part, Line>()
/// sizes.onSection(.cover) { $0.row = 120; $0.header = 80 }
/// sizes.onSection(.text) { $0.rows = { line, path in line.isLong ? 90 : 44 } }
/// sizes.onOtherSections { $0.row = 200; $0.header = 50; $0.footer = 50 }
/// ```
///
/// If a size is not set for a section, the size for all other sections is used or, if there is none, the view's
/// default. Sizes are in points, or in terminal lines. Negative and non-finite sizes are ignored.
public struct TableSizes<Section: Diffable, Row: Diffable>: Sendable {
  /// The sizes for one section, or for all sections for which no sizes are set.
  public struct InSection: Sendable {
    /// The height of every row.
    public var row: Double?
    /// A closure that returns the height of a row, or `nil` to use `row`.
    public var rows: (@Sendable (Row, RowPath) -> Double?)?
    /// The height of the header.
    public var header: Double?
    /// The height of the footer.
    public var footer: Double?
    /// The estimated height of rows.
    public var estimatedRow: Double?
    /// The estimated height of the header.
    public var estimatedHeader: Double?
    /// The estimated height of the footer.
    public var estimatedFooter: Double?

    /// Creates an instance that sets no sizes.
    init() {}
  }

  private var sections: [Section.Identity: InSection] = [:]
  private var others = InSection()

  /// Creates an instance that sets no sizes.
  public init() {}

  /// Sets the sizes for a section.
  ///
  /// - Parameters:
  ///   - id: The identity of the section.
  ///   - change: A closure that sets the sizes. The closure is called synchronously.
  public mutating func onSection(_ id: Section.Identity, _ change: (inout InSection) -> Void) {
    change(&sections[id, default: InSection()])
  }

  /// Sets the sizes for all sections that do not set their own.
  ///
  /// - Parameter change: A closure that sets the sizes. The closure is called synchronously.
  public mutating func onOtherSections(_ change: (inout InSection) -> Void) { change(&others) }

  // MARK: - For views

  /// Returns the height that is set for a row.
  ///
  /// - Returns: The height, or `nil` if no height is set or the path has no row.
  package func row(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    guard let row = table[path] else { return nil }
    return find(path.section, table) { valid($0.rows?(row, path)) ?? valid($0.row) }
  }

  /// Returns the height or estimated height of a section's header or footer.
  ///
  /// - Parameter size: The key path of the height.
  /// - Returns: The height, or `nil` if no height is set or the section does not exist.
  package func size(
    _ size: KeyPath<InSection, Double?>, of section: Int, in table: TableSnapshot<Section, Row>
  ) -> Double? {
    find(section, table) { valid($0[keyPath: size]) }
  }

  /// Returns the estimated height of a row.
  ///
  /// - Returns: The height, or `nil` if no height is set or the path has no row.
  package func estimatedRow(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    table[path] == nil ? nil : find(path.section, table) { valid($0.estimatedRow) }
  }

  /// The kinds of supplementary views for which a size or an estimated size is set.
  package var supplementaryKinds: Set<SupplementaryKind> {
    var kinds: Set<SupplementaryKind> = []
    for section in Array(sections.values) + [others] {
      if section.header != nil || section.estimatedHeader != nil { kinds.insert(.header) }
      if section.footer != nil || section.estimatedFooter != nil { kinds.insert(.footer) }
    }
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

  private func find(_ section: Int, _ table: TableSnapshot<Section, Row>, _ size: (InSection) -> Double?) -> Double? {
    guard table.sections.indices.contains(section) else { return nil }
    return sections[table.sections[section].value.identity].flatMap(size) ?? size(others)
  }

  private func valid(_ size: Double?) -> Double? { size.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
}
