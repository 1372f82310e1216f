public import LiveTables

/// Feeds the sections of a table one by one, each from its own source.
///
/// ```swift
/// let binder = SectionBinder<Part, Line>(.hidingWithoutContent(in: .declared))
/// binder.onSection(.cover).rows([.cover]).header("Cover")
/// binder.onSection(.mails).rows(from: mails)
/// let search = binder.onSection(.search)                // keep it, and call search.rows(_:) with new rows
/// binder.onAllOtherSections().rows([.week: week, .month: month])
/// view.bind(binder)
/// ```
///
/// All calls in one turn of the main actor become one table, and so one changeset. The last call wins; what is set for a
/// section by name wins over what is set for all others, separately for its rows and for each supplementary kind.
///
/// It is a `TableSource` like any other: operators apply to it, any number of views may show it, and each keeps it alive.
/// The sequences that feed it are cancelled when it is released.
@MainActor public final class SectionBinder<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  /// What a row of its table is.
  package typealias TableRow = SectionRow<ID, Row>

  typealias Feeds = SectionFeeds<ID, Row>
  typealias Sources = FeedSources<ID>

  private var feeds: Feeds
  private var sources = Sources()
  private var made: (table: TableSnapshot<Section, TableRow>, revision: Int)?
  let outlet = Outlet<SupplementedSection<ID>, SectionRow<ID, Row>>()

  /// Called when a sequence that feeds sections has ended with an error; what it fed last stays.
  public var onFailure: (@MainActor (any Error) -> Void)?

  /// Creates a binder without sections.
  ///
  /// - Parameter display: Which sections are shown, and in which order.
  public init(_ display: SectionDisplay<ID> = .all()) { feeds = Feeds(display) }

  /// Which sections are shown, and in which order.
  public var display: SectionDisplay<ID> {
    get { feeds.display }
    set { change { $0.display = newValue } }
  }

  /// The table as it is now.
  ///
  /// - Complexity: O(*s* log *s*) for *s* sections, once after every change.
  package var table: TableSnapshot<Section, TableRow> {
    if let made, made.revision == outlet.revision { return made.table }
    let table = feeds.table
    made = (table, outlet.revision)
    return table
  }

  /// Finishes the binder.
  ///
  /// Later calls have no effect.
  /// When the sequences that feed sections have ended, too, bindings and readers end.
  public func finish() { outlet.close() }

  // MARK: - Sections

  /// Configures one section.
  ///
  /// - Parameter id: The section.
  public func onSection(_ id: ID) -> BoundSection<ID, Row> { BoundSection(binder: self, id: id) }

  /// Configures some sections.
  ///
  /// - Parameter ids: The sections.
  public func onSections(_ ids: [ID]) -> BoundSections<ID, Row> { BoundSections(binder: self, ids: ids) }

  /// Sets the defaults of all sections that are not configured by name.
  public func onAllOtherSections() -> BoundSections<ID, Row> { BoundSections(binder: self, ids: nil) }

  /// Reloads the cells of all sections.
  public func refresh() { change { $0.refresh(.any) } }

  // MARK: - Changes

  /// Makes a change by the caller.
  func change(_ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    body(&feeds)
    outlet.changed()
  }

  /// Makes a change by the caller that replaces what sequences have fed until now.
  func set(_ matter: Sources.Matter, of sections: [ID]?, _ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    outlet.cancel(sources.take(matter, of: sections))
    change(body)
  }

  /// Reads a sequence that feeds sections from now on, in the place of what has fed them until now.
  ///
  /// - Parameter body: Applies an element to those of the named sections that the sequence still feeds.
  func feed<S: AsyncSequence & Sendable>(
    _ matter: Sources.Matter, of sections: [ID]?, from sequence: S,
    _ body: @escaping @MainActor @Sendable (inout Feeds, S.Element, [ID]?) -> Void
  ) where S.Element: Sendable {
    if outlet.isClosed { return }
    let source = outlet.makeSource()
    let over = sources.take(matter, of: sections, for: source)
    outlet.read(sequence, as: source) { [weak self] element in
      guard let self, let fed = sources.fed(by: source, matter, of: sections) else { return false }
      body(&feeds, element, fed)
      outlet.changed()
      return true
    } ended: { [weak self] failure in
      self?.sources.end(source)
      if let failure { self?.onFailure?(failure) }
    }
    outlet.cancel(over)
    change { feeds in for id in sections ?? [] { feeds.meet(id) } }
  }

  func reset(_ id: ID) {
    if outlet.isClosed { return }
    for matter in sources.matters(of: id) { outlet.cancel(sources.take(matter, of: [id])) }
    change { $0.reset(id) }
  }
}

extension SectionBinder: nonisolated PromptSource {}

extension SectionBinder: nonisolated TableSource {
  /// The newest state.
  @MainActor public var state: SourceState<SupplementedSection<ID>, SectionRow<ID, Row>> {
    ReadMoment.state(of: self) { outlet.state(table) }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}
