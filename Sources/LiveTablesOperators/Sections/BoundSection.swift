public import LiveTables

/// A single section of a ``SectionBinder``.
///
/// New content replaces content of the same kind that was set earlier. A sequence provides content until it ends, or
/// until another call sets the same content and thereby cancels the sequence. Each method returns the section, so that
/// you can chain calls, or keep the section to set new rows later.
@MainActor public struct BoundSection<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  let binder: SectionBinder<ID, Row>
  let id: ID

  // MARK: - Rows

  /// Sets the section's rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of the section.
  ///   - diffed: Whether to diff the rows. If `false`, the section is reloaded whenever its rows are set.
  @discardableResult public func rows(_ rows: [Row], diffed: Bool = true) -> Self {
    binder.set(.rows, of: .sections([id])) { $0.setRows(.init(rows, diffed), of: id) }
    return self
  }

  /// Sets the section's rows from a sequence of arrays.
  ///
  /// If the sequence throws an error, the last rows are kept, and ``SectionBinder/onFailure`` is called.
  ///
  /// - Parameters:
  ///   - sequence: A sequence of arrays of rows.
  ///   - diffed: Whether to diff the rows.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, diffed: Bool = true) -> Self
  where S.Element == [Row] {
    binder.feed(.rows, of: .sections([id]), from: sequence) { [id] feeds, rows, _ in
      feeds.setRows(.init(rows, diffed), of: id)
    }
    return self
  }

  /// Shows the given number of cells in the section, without rows.
  ///
  /// - Parameter count: The number of cells. A negative number counts as zero.
  @discardableResult public func cells(_ count: Int) -> Self {
    binder.set(.rows, of: .sections([id])) { $0.setRows(.cells(count), of: id) }
    return self
  }

  /// Reconfigures all cells in the section.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(.sections([id])) }
    return self
  }

  // MARK: - Supplementary views

  /// Sets the item for a kind of supplementary view, such as a title, or removes it if the item is `nil`.
  ///
  /// - Parameters:
  ///   - kind: The kind of supplementary view.
  ///   - supplement: The item to show in the supplementary view.
  @discardableResult public func supplement(_ kind: SupplementaryKind, _ supplement: SupplementaryItem?) -> Self {
    binder.set(.supplement(kind), of: .sections([id])) { $0.set(supplement, kind, id) }
    return self
  }

  /// Uses the elements of a sequence as the items for supplementary views of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of supplementary view.
  ///   - sequence: A sequence of items, in which `nil` removes the item.
  @discardableResult public func supplement<S: AsyncSequence & Sendable>(
    _ kind: SupplementaryKind, from sequence: S
  ) -> Self where S.Element == SupplementaryItem? {
    binder.feed(.supplement(kind), of: .sections([id]), from: sequence) { [id] feeds, supplement, _ in
      feeds.set(supplement, kind, id)
    }
    return self
  }

  /// Sets the index title of the section, or removes it if the title is `nil`.
  ///
  /// - Parameter title: The title to show in the index beside the table.
  @discardableResult public func indexTitle(_ title: String?) -> Self {
    binder.change { $0.set(indexTitle: title, id) }
    return self
  }

  // MARK: - Defaults

  /// Removes the section's own configuration.
  ///
  /// The defaults for sections without a configuration then apply.
  ///
  /// If there are no defaults, the section is removed.
  public func reset() { binder.reset(id) }
}
