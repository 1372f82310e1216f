public import LiveTables

/// A group of sections in a ``SectionBinder``: the given sections, or all sections without their own configuration.
///
/// A dictionary sets the content of all sections in the group. A section that is missing from the dictionary becomes
/// empty or loses its header. Keys for other sections are ignored. New content replaces content of the same kind that
/// was set earlier. Each method returns the sections, so that you can chain calls, or keep them to set new rows later.
@MainActor public struct BoundSections<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  let binder: SectionBinder<ID, Row>
  let scope: SectionScope<ID>

  // MARK: - Rows

  /// Sets the sections' rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of each section.
  ///   - diffed: Whether to diff the rows. If `false`, the sections are reloaded whenever their rows are set.
  @discardableResult public func rows(_ rows: [ID: [Row]], diffed: Bool = true) -> Self {
    binder.set(.rows, of: scope) { $0.setRows(rows.mapValues { .init($0, diffed) }, of: scope) }
    return self
  }

  /// Sets the sections' rows from a sequence of dictionaries.
  ///
  /// If the sequence throws an error, the last rows are kept, and ``SectionBinder/onFailure`` is called.
  ///
  /// - Parameters:
  ///   - sequence: A sequence of dictionaries with the rows of each section.
  ///   - diffed: Whether to diff the rows.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, diffed: Bool = true) -> Self
  where S.Element == [ID: [Row]] {
    binder.feed(.rows, of: scope, from: sequence) { feeds, rows, scope in
      feeds.setRows(rows.mapValues { .init($0, diffed) }, of: scope)
    }
    return self
  }

  /// Shows the given number of cells in each section, without rows.
  ///
  /// - Parameter counts: The number of cells in each section. A negative number counts as zero.
  @discardableResult public func cells(_ counts: [ID: Int]) -> Self {
    binder.set(.rows, of: scope) { $0.setRows(counts.mapValues { .cells($0) }, of: scope) }
    return self
  }

  /// Reconfigures all cells in the sections.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(scope) }
    return self
  }

  // MARK: - Supplementary views

  /// Sets the sections' items for a kind of supplementary view.
  ///
  /// - Parameters:
  ///   - kind: The kind of supplementary view.
  ///   - supplements: The item for each section. Sections that are missing from the dictionary have no item.
  @discardableResult public func supplements(
    _ kind: SupplementaryKind, _ supplements: [ID: SupplementaryItem]
  ) -> Self {
    binder.set(.supplement(kind), of: scope) { $0.set(supplements, kind, of: scope) }
    return self
  }
}
