/// One section of a ``SectionBinder``, and what can be said of it.
///
/// Everything can be said again, and what was said last counts. A sequence goes on feeding the section until it ends, or
/// until something else is said of the same matter; then it is cancelled, and nothing of it arrives afterwards.
@MainActor public struct BoundSection<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  let binder: SectionBinder<ID, Row>
  let id: ID

  // MARK: - Rows

  /// Gives the section rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - differenced: Whether they can be told apart and compared. If not, the section's cells are all shown anew whenever
  ///     it gets rows; those of other sections are not.
  @discardableResult public func rows(_ rows: [Row], differenced: Bool = true) -> Self {
    binder.say(.rows, of: [id]) { $0.feed(.init(rows, differenced), id) }
    return self
  }

  /// Gives the section the rows of a sequence, array by array.
  ///
  /// If it throws, the last rows stay, and ``SectionBinder/onFailure`` is called.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, differenced: Bool = true) -> Self
  where S.Element == [Row] {
    binder.feed(.rows, of: [id], from: sequence) { [id] feeds, rows, _ in feeds.feed(.init(rows, differenced), id) }
    return self
  }

  /// A closure to be kept, and called with new rows.
  ///
  /// It does not keep the binder; without it, it does nothing.
  public func rowUpdater(
    startingWith rows: [Row] = [], differenced: Bool = true
  ) -> @MainActor ([Row]) -> Void {
    self.rows(rows, differenced: differenced)
    return { [weak binder, id] rows in binder?.onSection(id).rows(rows, differenced: differenced) }
  }

  /// Gives the section a number of cells without rows; a negative number is none.
  @discardableResult public func cells(_ count: Int) -> Self {
    binder.say(.rows, of: [id]) { $0.feed(.cells(count), id) }
    return self
  }

  /// Has all cells of the section shown anew.
  ///
  /// Other sections are left alone.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(.sections([id])) }
    return self
  }

  // MARK: - Headers, footers and other kinds

  /// Says what stands above the rows; `nil` clears it.
  @discardableResult public func header(_ supplement: SupplementaryItem?) -> Self {
    self.supplement(.header, supplement)
  }

  /// Says what stands below the rows; `nil` clears it.
  @discardableResult public func footer(_ supplement: SupplementaryItem?) -> Self {
    self.supplement(.footer, supplement)
  }

  /// Says what the section shows for a kind; `nil` clears it.
  @discardableResult public func supplement(_ kind: SupplementaryKind, _ supplement: SupplementaryItem?) -> Self {
    binder.say(.supplement(kind), of: [id]) { $0.set(supplement, kind, id) }
    return self
  }

  /// What the section shows for a kind is what a sequence says; `nil` clears it.
  @discardableResult public func supplement<S: AsyncSequence & Sendable>(
    _ kind: SupplementaryKind, from sequence: S
  ) -> Self where S.Element == SupplementaryItem? {
    binder.feed(.supplement(kind), of: [id], from: sequence) { [id] feeds, supplement, _ in
      feeds.set(supplement, kind, id)
    }
    return self
  }

  /// What the section shows for a kind is the title that a sequence says; `nil` clears it.
  @discardableResult public func title<S: AsyncSequence & Sendable>(_ kind: SupplementaryKind, from titles: S) -> Self
  where S.Element == String? {
    binder.feed(.supplement(kind), of: [id], from: titles) { [id] feeds, title, _ in
      feeds.set(title.map { .title($0) }, kind, id)
    }
    return self
  }

  /// A closure to be kept, and called with what the section is to show for a kind; `nil` clears it.
  ///
  /// It does not keep the binder; without it, it does nothing.
  public func supplementUpdater(
    _ kind: SupplementaryKind, startingWith supplement: SupplementaryItem? = nil
  ) -> @MainActor (SupplementaryItem?) -> Void {
    self.supplement(kind, supplement)
    return { [weak binder, id] supplement in binder?.onSection(id).supplement(kind, supplement) }
  }

  /// Says what stands for the section in an index beside the table; `nil` takes it out.
  @discardableResult public func indexTitle(_ title: String?) -> Self {
    binder.change { $0.set(indexTitle: title, id) }
    return self
  }

  // MARK: - The end

  /// Forgets all that was said of the section by name: what is said of all others counts for it.
  ///
  /// If that is nothing, there is no such section any more.
  public func forget() { binder.forget(id) }
}

extension SectionFeeds.Feed {
  init(_ rows: [Row], _ differenced: Bool) { self = differenced ? .rows(rows) : .placed(rows) }
}
