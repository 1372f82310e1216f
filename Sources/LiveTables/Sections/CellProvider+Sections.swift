/// Views for what sections show beside their rows.
///
/// ```swift
/// SupplementaryProvider([
///   .header: .titles(.header, .one(TitleView.self) { view, title, context in … }),
///   .footer: .anyOf(.titles(.footer, …), .values(.footer, of: Legend.self, …)),
/// ])
/// ```
extension CellProvider where Section: Supplemented, Row == Section {
  /// Views for the titles that sections have for a kind; none for a section that shows nothing.
  ///
  /// What is no title is reported, unless another provider takes it (``anyOf(_:)``).
  public static func titles(_ kind: SupplementaryKind, _ provider: CellProvider<Section, String, Cell>) -> CellProvider
  {
    shown(kind, provider) { $0.supplement(kind)?.title }
  }

  /// Views for the values of one type that sections have for a kind; none for a section that shows nothing.
  ///
  /// What is no such value is reported, unless another provider takes it (``anyOf(_:)``).
  public static func values<Value: Equatable & Sendable>(
    _ kind: SupplementaryKind, of type: Value.Type = Value.self, _ provider: CellProvider<Section, Value, Cell>
  ) -> CellProvider {
    shown(kind, provider) { $0.supplement(kind)?.value(as: type) }
  }

  private static func shown<Value>(
    _ kind: SupplementaryKind, _ provider: CellProvider<Section, Value, Cell>,
    _ value: @escaping @MainActor (Section) -> Value?
  ) -> CellProvider {
    let views = CellProvider.mapping(value, to: provider)
    return CellProvider { section, place in
      guard let supplement = section.supplement(kind) else { return .nothing }
      return value(section) == nil ? .missing("\(supplement)") : views.choose(section, place)
    }
  }
}

/// Cells for sections that are fed one by one.
extension CellProvider {
  /// Cells for rows of a ``SectionBinder``: the same provider for all sections.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cell of each row.
  ///   - cells: Chooses the cells of sections that have only a number of them; their row is the cell's index.
  public static func fed<ID, Value>(
    _ provider: CellProvider<Section, Value, Cell>, cells: CellProvider<Section, Int, Cell>? = nil
  ) -> CellProvider where Row == SectionRow<ID, Value> {
    let rows = CellProvider.mapping({ $0.value }, to: provider)
    guard let cells else { return rows }
    return .anyOf(rows, .mapping({ $0.value == nil ? $0.index : nil }, to: cells))
  }

  /// Cells for rows of a ``SectionBinder``: a provider for each section.
  ///
  /// - Parameters:
  ///   - providers: Chooses the cells of the sections that are named.
  ///   - others: Chooses the cells of all other sections; without it they are reported, and placeholders are shown.
  public static func sections<ID, Value>(
    _ providers: [ID: CellProvider], others: CellProvider? = nil
  ) -> CellProvider where Row == SectionRow<ID, Value> {
    CellProvider { row, place in
      guard let provider = providers[row.section] ?? others else { return .missing("the section \(row.section)") }
      return provider.choose(row, place)
    }
  }
}
