public import LiveTables

/// How high rows, headers and footers are, where the view does not find that out by itself.
///
/// ```swift
/// var sizes = TableSizes<Part, Line>()
/// sizes.onSection(.cover) { $0.row = 120; $0.header = 80 }
/// sizes.onSection(.text) { $0.rows = { line, path in line.isLong ? 90 : 44 } }
/// sizes.onOtherSections { $0.row = 200; $0.header = 50; $0.footer = 50 }
/// ```
///
/// A size that is not set for a section falls back to the one for all others, and then to the view's own. Sizes are in the
/// view's points or lines; a number that is negative or not finite counts as not set.
public struct TableSizes<Section: Diffable, Row: Diffable>: Sendable {
  /// The sizes in one section, or in all that have no sizes by themselves.
  public struct InSection: Sendable {
    /// The height of every row.
    public var row: Double?
    /// The height of each row; where it answers `nil`, `row` counts.
    public var rows: (@Sendable (Row, RowPath) -> Double?)?
    /// The height of the header.
    public var header: Double?
    /// The height of the footer.
    public var footer: Double?
    /// About how high rows are.
    public var estimatedRow: Double?
    /// About how high the header is.
    public var estimatedHeader: Double?
    /// About how high the footer is.
    public var estimatedFooter: Double?

    /// Says nothing.
    init() {}
  }

  private var sections: [Section.Identity: InSection] = [:]
  private var others = InSection()

  /// Says nothing.
  public init() {}

  /// Says how high things are in one section.
  ///
  /// - Parameters:
  ///   - id: The identity of the section.
  ///   - change: Sets its sizes; runs at once.
  public mutating func onSection(_ id: Section.Identity, _ change: (inout InSection) -> Void) {
    change(&sections[id, default: InSection()])
  }

  /// Sets the sizes that apply where there is nothing more specific.
  ///
  /// - Parameter change: Sets the sizes; runs at once.
  public mutating func onOtherSections(_ change: (inout InSection) -> Void) { change(&others) }

  // MARK: - What a view asks

  /// The height of a row.
  ///
  /// - Returns: `nil` if it is up to the view, or there is no such row.
  @_spi(Adapters) public func row(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    guard let row = table[path] else { return nil }
    return find(path.section, table) { valid($0.rows?(row, path)) ?? valid($0.row) }
  }

  /// The height of a section's header or footer, or about how high it is.
  ///
  /// - Parameter size: Which of them.
  /// - Returns: `nil` if it is up to the view, or there is no such section.
  @_spi(Adapters) public func size(
    _ size: KeyPath<InSection, Double?>, of section: Int, in table: TableSnapshot<Section, Row>
  ) -> Double? {
    find(section, table) { valid($0[keyPath: size]) }
  }

  /// About how high a row is.
  ///
  /// - Returns: `nil` if it is up to the view, or there is no such row.
  @_spi(Adapters) public func estimatedRow(at path: RowPath, in table: TableSnapshot<Section, Row>) -> Double? {
    table[path] == nil ? nil : find(path.section, table) { valid($0.estimatedRow) }
  }

  /// Headers and footers, as far as there is a size or an estimate of any.
  package var supplementaryKinds: Set<SupplementaryKind> {
    var kinds: Set<SupplementaryKind> = []
    for section in Array(sections.values) + [others] {
      if section.header != nil || section.estimatedHeader != nil { kinds.insert(.header) }
      if section.footer != nil || section.estimatedFooter != nil { kinds.insert(.footer) }
    }
    return kinds
  }

  /// Whether rows that a batch updates are of another size than before, so that the view has to lay them out again.
  ///
  /// - Complexity: O(*k* log *n*) for *k* updated rows.
  @_spi(Adapters) public func changes(with stage: BatchUpdate<Section, Row>) -> Bool {
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
