public import LiveTables

/// One section of a ``SectionBinder``.
///
/// The last call wins. A sequence goes on feeding the section until it ends, or until another call sets what it fed; then it
/// is cancelled, and nothing of it arrives afterwards. Keep the value to give the section new rows later.
@MainActor public struct BoundSection<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  let binder: SectionBinder<ID, Row>
  let id: ID

  // MARK: - Rows

  /// Sets the section's rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - diffed: Whether rows have identities and contents to compare. If not, the section's cells are all reloaded whenever
  ///     it gets rows; those of other sections are not.
  /// - Returns: The section, for further calls.
  @discardableResult public func rows(_ rows: [Row], diffed: Bool = true) -> Self {
    binder.set(.rows, of: [id]) { $0.feed(.init(rows, diffed), id) }
    return self
  }

  /// Sets the section's rows from a sequence, array by array.
  ///
  /// If it throws, the last rows stay, and ``SectionBinder/onFailure`` is called.
  ///
  /// - Parameters:
  ///   - sequence: The arrays.
  ///   - diffed: Whether rows have identities and contents to compare.
  /// - Returns: The section, for further calls.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, diffed: Bool = true) -> Self
  where S.Element == [Row] {
    binder.feed(.rows, of: [id], from: sequence) { [id] feeds, rows, _ in feeds.feed(.init(rows, diffed), id) }
    return self
  }

  /// Gives the section cells without rows.
  ///
  /// - Parameter count: How many cells; a negative number is none.
  /// - Returns: The section, for further calls.
  @discardableResult public func cells(_ count: Int) -> Self {
    binder.set(.rows, of: [id]) { $0.feed(.cells(count), id) }
    return self
  }

  /// Configures again all cells of the section, and of no other one.
  ///
  /// - Returns: The section, for further calls.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(.sections([id])) }
    return self
  }

  // MARK: - Headers, footers and other kinds

  /// Sets the header; `nil` clears it.
  ///
  /// - Parameter supplement: What stands above the rows.
  /// - Returns: The section, for further calls.
  @discardableResult public func header(_ supplement: SupplementaryItem?) -> Self {
    self.supplement(.header, supplement)
  }

  /// Sets the footer; `nil` clears it.
  ///
  /// - Parameter supplement: What stands below the rows.
  /// - Returns: The section, for further calls.
  @discardableResult public func footer(_ supplement: SupplementaryItem?) -> Self {
    self.supplement(.footer, supplement)
  }

  /// Sets the title of the header; `nil` clears it.
  ///
  /// - Parameter title: The title above the rows.
  /// - Returns: The section, for further calls.
  @_disfavoredOverload
  @discardableResult public func header(_ title: String?) -> Self { header(title.map { .title($0) }) }

  /// Sets the title of the footer; `nil` clears it.
  ///
  /// - Parameter title: The title below the rows.
  /// - Returns: The section, for further calls.
  @_disfavoredOverload
  @discardableResult public func footer(_ title: String?) -> Self { footer(title.map { .title($0) }) }

  /// Sets what the section shows for a supplementary kind; `nil` clears it.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - supplement: What the section shows.
  /// - Returns: The section, for further calls.
  @discardableResult public func supplement(_ kind: SupplementaryKind, _ supplement: SupplementaryItem?) -> Self {
    binder.set(.supplement(kind), of: [id]) { $0.set(supplement, kind, id) }
    return self
  }

  /// Sets what the section shows for a supplementary kind from a sequence; `nil` clears it.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - sequence: What the section shows, one after another.
  /// - Returns: The section, for further calls.
  @discardableResult public func supplement<S: AsyncSequence & Sendable>(
    _ kind: SupplementaryKind, from sequence: S
  ) -> Self where S.Element == SupplementaryItem? {
    binder.feed(.supplement(kind), of: [id], from: sequence) { [id] feeds, supplement, _ in
      feeds.set(supplement, kind, id)
    }
    return self
  }

  /// Sets the title that the section shows for a supplementary kind from a sequence; `nil` clears it.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - titles: The titles, one after another.
  /// - Returns: The section, for further calls.
  @discardableResult public func title<S: AsyncSequence & Sendable>(_ kind: SupplementaryKind, from titles: S) -> Self
  where S.Element == String? {
    binder.feed(.supplement(kind), of: [id], from: titles) { [id] feeds, title, _ in
      feeds.set(title.map { .title($0) }, kind, id)
    }
    return self
  }

  /// Sets the section's title in an index beside the table; `nil` removes it.
  ///
  /// - Parameter title: The title.
  /// - Returns: The section, for further calls.
  @discardableResult public func indexTitle(_ title: String?) -> Self {
    binder.change { $0.set(indexTitle: title, id) }
    return self
  }

  // MARK: - Defaults

  /// Removes the section's own configuration, so that the defaults for other sections apply.
  ///
  /// Without defaults the section disappears.
  public func reset() { binder.reset(id) }
}

extension SectionFeeds.Feed {
  init(_ rows: [Row], _ diffed: Bool) { self = diffed ? .rows(rows) : .placed(rows) }
}
