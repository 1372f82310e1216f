public import LiveTables

/// A source whose sections you configure individually, with constant values or sequences.
///
/// ```swift
/// let binder = SectionBinder<Part, Line>(.hidingWithoutContent(in: .list(Part.allCases)))
/// binder.onSection(.cover).rows([.cover]).supplement(.header, "Cover")
/// binder.onSection(.mails).rows(from: mails)
/// let search = binder.onSection(.search)                // keep it, and call search.rows(_:) with new rows
/// binder.onAllOtherSections().rows([.week: week, .month: month])
/// view.bind(binder)
/// ```
///
/// Calls without an `await` between them result in one table, and therefore in one changeset. A later call replaces the
/// effect of an earlier call. The configuration of a particular section takes precedence over the defaults for all
/// other sections, separately for rows and for each kind of supplementary view.
///
/// You can apply operators to the binder, and bind it to any number of views. Each view keeps the binder alive. When
/// the binder is deallocated, its sequences are cancelled.
@MainActor public final class SectionBinder<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  package typealias TableRow = SectionRow<ID, Row>

  typealias Feeds = SectionFeeds<ID, Row>
  typealias Sources = FeedSources<ID>

  private var feeds: Feeds
  private var sources = Sources()
  private var made: (table: TableSnapshot<Section, TableRow>, revision: Int)?
  let outlet = Outlet<SupplementedSection<ID>, SectionRow<ID, Row>>()

  /// A closure that is called when a sequence fails.
  ///
  /// The last element of the sequence remains in effect.
  public var onFailure: (@MainActor (any Error) -> Void)?

  /// Creates a binder that has no sections.
  ///
  /// - Parameter display: The display, which determines the sections to show and their order.
  public init(_ display: SectionDisplay<ID> = .all()) { feeds = Feeds(display) }

  /// The sections to show, and their order.
  public var display: SectionDisplay<ID> {
    get { feeds.display }
    set { change { $0.display = newValue } }
  }

  /// The current table.
  ///
  /// - Complexity: O(*s* log *s*) for *s* sections, computed once after every change.
  package var table: TableSnapshot<Section, TableRow> {
    if let made, made.revision == outlet.revision { return made.table }
    let table = feeds.table
    made = (table, outlet.revision)
    return table
  }

  /// Finishes the binder.
  ///
  /// Calls after this one have no effect.
  ///
  /// Bindings and readers end when all sequences have ended.
  public func finish() { outlet.close() }

  // MARK: - Sections

  /// Returns a section to configure.
  ///
  /// - Parameter id: The identity of the section.
  public func onSection(_ id: ID) -> BoundSection<ID, Row> { BoundSection(binder: self, id: id) }

  /// Returns several sections to configure.
  ///
  /// - Parameter ids: The identities of the sections.
  public func onSections(_ ids: [ID]) -> BoundSections<ID, Row> { BoundSections(binder: self, scope: .sections(ids)) }

  /// Returns the sections without their own configuration, so that you can configure their defaults.
  public func onAllOtherSections() -> BoundSections<ID, Row> { BoundSections(binder: self, scope: .others) }

  /// Reconfigures the cells of all sections.
  public func refresh() { change { $0.refreshAll() } }

  // MARK: - Changes

  func change(_ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    body(&feeds)
    outlet.changed()
  }

  func set(_ part: Sources.Part, of scope: SectionScope<ID>, _ body: (inout Feeds) -> Void) {
    if outlet.isClosed { return }
    outlet.cancel(sources.assign(part, of: scope))
    change(body)
  }

  /// Starts reading a sequence whose elements replace the current content of sections.
  func feed<S: AsyncSequence & Sendable>(
    _ part: Sources.Part, of scope: SectionScope<ID>, from sequence: S,
    _ body: @escaping @MainActor @Sendable (inout Feeds, S.Element, SectionScope<ID>) -> Void
  ) where S.Element: Sendable {
    if outlet.isClosed { return }
    let source = outlet.makeNumber()
    let replaced = sources.assign(part, of: scope, to: source)
    outlet.read(sequence, as: source) { [weak self] element in
      guard let self, let scope = sources.scope(of: source, part, in: scope) else { return false }
      body(&feeds, element, scope)
      outlet.changed()
      return true
    } ended: { [weak self] failure in
      self?.sources.end(source)
      if let failure { self?.onFailure?(failure) }
    }
    outlet.cancel(replaced)
    change { if case .sections(let ids) = scope { $0.register(ids) } }
  }

  func reset(_ id: ID) {
    if outlet.isClosed { return }
    for part in sources.parts(of: id) { outlet.cancel(sources.assign(part, of: .sections([id]))) }
    change { $0.reset(id) }
  }
}

extension SectionBinder: nonisolated PromptSource {}

extension SectionBinder: nonisolated OutletSource {
  /// The newest state of the binder.
  @MainActor public var state: SourceState<SupplementedSection<ID>, SectionRow<ID, Row>> {
    ReadMoment.state(of: self) { outlet.state(table) }
  }
}
