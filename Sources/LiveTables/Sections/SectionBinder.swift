/// Feeds the sections of a table one by one, each from its own source.
///
/// ```swift
/// let binder = SectionBinder<Part, Line>(.hidingWithoutContent(in: .declared))
/// binder.onSection(.cover).rows([.cover]).header("Cover")
/// binder.onSection(.mails).rows(from: mails)
/// let show = binder.onSection(.search).rowUpdater()     // keep it, and call it with new rows
/// binder.onAllOtherSections().rows([.week: week, .month: month])
/// view.bind(binder)
/// ```
///
/// Everything that is said in one turn of the main actor becomes one table, and so one changeset. What was said last of the
/// same matter counts; what is said of a section by name counts before what is said of all others, for its rows and for
/// each supplementary kind on its own.
///
/// It is a sequence of tables like any other: any number of views may show it, and each keeps it alive. Its own sources end
/// when it goes.
@MainActor public final class SectionBinder<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  /// What a section of its table is.
  public typealias Section = SupplementedSection<ID>
  /// What a row of its table is.
  public typealias TableRow = SectionRow<ID, Row>

  typealias Feeds = SectionFeeds<ID, Row>
  typealias Sources = FeedSources<ID>

  private var feeds: Feeds
  private var sources = Sources()
  private var made: (table: TableSnapshot<Section, TableRow>, revision: Int)?
  let outlet = Outlet<SupplementedSection<ID>, SectionRow<ID, Row>>()

  /// Called when a sequence that feeds sections has ended with an error; what it fed last stays.
  public var onFailure: (@MainActor (any Error) -> Void)?

  /// Creates a binder of which nothing was said yet.
  ///
  /// - Parameter display: Which sections are shown, and in which order.
  public init(_ display: SectionDisplay<ID> = .all()) { feeds = Feeds(display) }

  /// Which sections are shown, and in which order.
  public var display: SectionDisplay<ID> {
    get { feeds.display }
    set { change { $0.display = newValue } }
  }

  /// The table that follows from all that was said so far.
  public var table: TableSnapshot<Section, TableRow> {
    if let made, made.revision == outlet.revision { return made.table }
    let table = feeds.table
    made = (table, outlet.revision)
    return table
  }

  /// Nothing more will be said by hand, and calls that say something do nothing from now on.
  ///
  /// When the sequences that feed sections have ended, too, whatever shows the tables ends.
  public func finish() { outlet.close() }

  // MARK: - Of whom something is said

  /// One section.
  public func onSection(_ id: ID) -> BoundSection<ID, Row> { BoundSection(binder: self, id: id) }

  /// Some sections.
  public func onSections(_ ids: [ID]) -> BoundSections<ID, Row> { BoundSections(binder: self, ids: ids) }

  /// All sections of which nothing is said by name.
  public func onAllOtherSections() -> BoundSections<ID, Row> { BoundSections(binder: self, ids: nil) }

  /// Has the cells of all sections shown anew.
  public func refresh() { change { $0.refresh(.any) } }

  // MARK: - What is said

  /// Something is said by hand.
  func change(_ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    body(&feeds)
    outlet.changed()
  }

  /// Something is said by hand that a sequence could say: whatever did so until now does so no more.
  func say(_ matter: Sources.Matter, of sections: [ID]?, _ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    outlet.cancel(sources.take(matter, of: sections))
    change(body)
  }

  /// A sequence feeds something from now on, instead of whatever did so until now.
  ///
  /// - Parameter body: What an element says; of all sections that are named, those that are still fed by it.
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

  func forget(_ id: ID) {
    if outlet.isClosed { return }
    for matter in sources.matters(of: id) { outlet.cancel(sources.take(matter, of: [id])) }
    change { $0.forget(id) }
  }
}

extension SectionBinder: nonisolated TableSource {
  /// The newest state.
  @MainActor public var state: SourceState<SupplementedSection<ID>, SectionRow<ID, Row>> { outlet.state(table) }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}
