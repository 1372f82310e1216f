public import LiveTables

/// A group of sections in a ``SectionBinder``: the ones you list, or all that have no configuration of their own.
///
/// A dictionary sets all of them: a section that it lacks is emptied, a header that it lacks is cleared. Keys of other
/// sections are ignored. The last call wins. Keep the value to give the sections new rows later.
@MainActor public struct BoundSections<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  typealias Feeds = SectionFeeds<ID, Row>

  let binder: SectionBinder<ID, Row>
  /// `nil`: all others.
  let ids: [ID]?

  // MARK: - Rows

  /// Sets the sections' rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of each section.
  ///   - diffed: Whether rows have identities and contents to compare. If not, the cells of these sections are all reloaded
  ///     whenever they get rows; those of other sections are not.
  /// - Returns: The sections, for further calls.
  @discardableResult public func rows(_ rows: [ID: [Row]], diffed: Bool = true) -> Self {
    binder.set(.rows, of: ids) { $0.feed(rows, ids, diffed) }
    return self
  }

  /// Sets the sections' rows from a sequence, dictionary by dictionary.
  ///
  /// If it throws, the last rows stay, and ``SectionBinder/onFailure`` is called.
  ///
  /// - Parameters:
  ///   - sequence: The dictionaries.
  ///   - diffed: Whether rows have identities and contents to compare.
  /// - Returns: The sections, for further calls.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, diffed: Bool = true) -> Self
  where S.Element == [ID: [Row]] {
    binder.feed(.rows, of: ids, from: sequence) { feeds, rows, fed in feeds.feed(rows, fed, diffed) }
    return self
  }

  /// Gives the sections cells without rows.
  ///
  /// - Parameter counts: How many cells each section has; a negative number is none.
  /// - Returns: The sections, for further calls.
  @discardableResult public func cells(_ counts: [ID: Int]) -> Self {
    binder.set(.rows, of: ids) { feeds in
      guard let ids else { return feeds.feedOthers(counts.mapValues { .cells($0) }) }
      for id in ids { feeds.feed(.cells(counts[id] ?? 0), id) }
    }
    return self
  }

  /// Configures again all cells of the sections.
  ///
  /// - Returns: The sections, for further calls.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(ids.map { .sections($0) } ?? .others) }
    return self
  }

  // MARK: - Headers, footers and other kinds

  /// Sets the sections' headers.
  ///
  /// - Parameter supplements: What stands above the rows of each section.
  /// - Returns: The sections, for further calls.
  @discardableResult public func headers(_ supplements: [ID: SupplementaryItem]) -> Self {
    self.supplements(.header, supplements)
  }

  /// Sets the sections' footers.
  ///
  /// - Parameter supplements: What stands below the rows of each section.
  /// - Returns: The sections, for further calls.
  @discardableResult public func footers(_ supplements: [ID: SupplementaryItem]) -> Self {
    self.supplements(.footer, supplements)
  }

  /// Sets what each section shows for a supplementary kind.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - supplements: What each section shows; those that are missing show nothing.
  /// - Returns: The sections, for further calls.
  @discardableResult package func supplements(
    _ kind: SupplementaryKind, _ supplements: [ID: SupplementaryItem]
  ) -> Self {
    binder.set(.supplement(kind), of: ids) { $0.set(supplements, kind, ids) }
    return self
  }
}

extension SectionFeeds {
  /// Sets the rows of sections by name, or of all others.
  fileprivate mutating func feed(_ all: [ID: [Row]], _ ids: [ID]?, _ diffed: Bool) {
    guard let ids else { return feedOthers(all.mapValues { Feed($0, diffed) }) }
    for id in ids { feed(Feed(all[id] ?? [], diffed), id) }
  }

  /// Sets what sections by name, or all others, show for a kind.
  fileprivate mutating func set(_ all: [ID: SupplementaryItem], _ kind: SupplementaryKind, _ ids: [ID]?) {
    guard let ids else { return setOthers(all, kind) }
    for id in ids { set(all[id], kind, id) }
  }
}
