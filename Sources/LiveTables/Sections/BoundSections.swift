/// Several sections of a ``SectionBinder``, or all of which nothing is said by name, and what can be said of them.
///
/// A dictionary says something of all of them: a section that is missing in it is emptied, a supplement that is missing is
/// cleared. Keys of other sections are passed over. Like everything, it can be said again, and what was said last counts.
@MainActor public struct BoundSections<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  typealias Feeds = SectionFeeds<ID, Row>

  let binder: SectionBinder<ID, Row>
  /// `nil`: all others.
  let ids: [ID]?

  // MARK: - Rows

  /// Gives the sections rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of each section.
  ///   - differenced: Whether they can be told apart and compared. If not, the cells of these sections are all shown anew
  ///     whenever they get rows; those of other sections are not.
  @discardableResult public func rows(_ rows: [ID: [Row]], differenced: Bool = true) -> Self {
    binder.say(.rows, of: ids) { $0.feed(rows, ids, differenced) }
    return self
  }

  /// Gives the sections the rows of a sequence, dictionary by dictionary.
  ///
  /// If it throws, the last rows stay, and ``SectionBinder/onFailure`` is called.
  @discardableResult public func rows<S: AsyncSequence & Sendable>(from sequence: S, differenced: Bool = true) -> Self
  where S.Element == [ID: [Row]] {
    binder.feed(.rows, of: ids, from: sequence) { feeds, rows, fed in feeds.feed(rows, fed, differenced) }
    return self
  }

  /// A closure to be kept, and called with new rows for all of the sections.
  ///
  /// It does not keep the binder; without it, it does nothing.
  public func rowUpdater(
    startingWith rows: [ID: [Row]] = [:], differenced: Bool = true
  ) -> @MainActor ([ID: [Row]]) -> Void {
    self.rows(rows, differenced: differenced)
    return { [weak binder, ids] rows in
      guard let binder else { return }
      BoundSections(binder: binder, ids: ids).rows(rows, differenced: differenced)
    }
  }

  /// Gives the sections a number of cells without rows; a negative number is none.
  @discardableResult public func cells(_ counts: [ID: Int]) -> Self {
    binder.say(.rows, of: ids) { feeds in
      guard let ids else { return feeds.feedOthers(counts.mapValues { .cells($0) }) }
      for id in ids { feeds.feed(.cells(counts[id] ?? 0), id) }
    }
    return self
  }

  /// Has all cells of the sections shown anew.
  @discardableResult public func refresh() -> Self {
    binder.change { $0.refresh(ids.map { .sections($0) } ?? .others) }
    return self
  }

  // MARK: - Headers, footers and other kinds

  /// Says what stands above the rows of each section.
  @discardableResult public func headers(_ supplements: [ID: SupplementaryItem]) -> Self {
    self.supplements(.header, supplements)
  }

  /// Says what stands below the rows of each section.
  @discardableResult public func footers(_ supplements: [ID: SupplementaryItem]) -> Self {
    self.supplements(.footer, supplements)
  }

  /// Says what each section shows for a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - supplements: What each section shows.
  ///   - fallback: What those show that are missing; `nil` clears them.
  @discardableResult public func supplements(
    _ kind: SupplementaryKind, _ supplements: [ID: SupplementaryItem], otherwise fallback: SupplementaryItem? = nil
  ) -> Self {
    binder.say(.supplement(kind), of: ids) { $0.set(supplements, fallback, kind, ids) }
    return self
  }

  /// What each section shows for a kind is what a sequence says, dictionary by dictionary.
  @discardableResult public func supplements<S: AsyncSequence & Sendable>(
    _ kind: SupplementaryKind, from sequence: S
  ) -> Self where S.Element == [ID: SupplementaryItem] {
    binder.feed(.supplement(kind), of: ids, from: sequence) { feeds, supplements, fed in
      feeds.set(supplements, nil, kind, fed)
    }
    return self
  }

  /// A closure to be kept, and called with what the sections are to show for a kind.
  ///
  /// It does not keep the binder; without it, it does nothing.
  public func supplementUpdater(
    _ kind: SupplementaryKind, startingWith supplements: [ID: SupplementaryItem] = [:]
  ) -> @MainActor ([ID: SupplementaryItem]) -> Void {
    self.supplements(kind, supplements)
    return { [weak binder, ids] supplements in
      guard let binder else { return }
      BoundSections(binder: binder, ids: ids).supplements(kind, supplements)
    }
  }
}

extension SectionFeeds {
  /// Feeds sections by name, or all others.
  fileprivate mutating func feed(_ all: [ID: [Row]], _ ids: [ID]?, _ differenced: Bool) {
    guard let ids else { return feedOthers(all.mapValues { Feed($0, differenced) }) }
    for id in ids { feed(Feed(all[id] ?? [], differenced), id) }
  }

  /// Says what sections by name, or all others, show for a kind.
  fileprivate mutating func set(
    _ all: [ID: SupplementaryItem], _ fallback: SupplementaryItem?, _ kind: SupplementaryKind, _ ids: [ID]?
  ) {
    guard let ids else { return setOthers(all, everyOther: fallback, kind) }
    for id in ids { set(all[id] ?? fallback, kind, id) }
  }
}
