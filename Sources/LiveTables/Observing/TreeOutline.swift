/// What a view shows of a ``LiveTree``: its rows follow the tree, and which nodes are expanded is its own.
///
/// ```swift
/// let outline = files.outline()
/// view.bind(outline)
/// await outline.expand(1)
/// try await files.edit { $0.append(File(id: 7), to: 1) }    // every outline shows it that has 1 expanded
/// ```
///
/// Any number of outlines follow one tree. An outline is an ``TableSource`` of `OutlineRow`s: it feeds any number of
/// views and readers, and operators derive from it. It keeps the tree, and ends with it.
public actor TreeOutline<Value: Diffable & Sendable>: TableSource {
  /// There is one section.
  public typealias Section = OneSection
  /// A row is a node, and how it is shown.
  public typealias Row = OutlineRow<Value>

  /// The functions that depend on the user's type, specialised where the outline was made.
  @usableFromInline struct Work: Sendable {
    let differencer: Differencer<OneSection, OutlineRow<Value>>
    let follow: @Sendable (inout Outline<Value>, Tree<Value>) -> Void

    @inlinable init() { self.init(differencer: Differencer()) { _ = $0.update(to: $1) } }

    @usableFromInline init(
      differencer: Differencer<OneSection, OutlineRow<Value>>,
      follow: @escaping @Sendable (inout Outline<Value>, Tree<Value>) -> Void
    ) {
      self.differencer = differencer
      self.follow = follow
    }
  }

  private let source: LiveTree<Value>
  private nonisolated let work: Work
  private nonisolated let lane: any Actor
  private var outline: Outline<Value>
  /// The revision of the tree that the outline shows.
  private var seen = -1
  private var reading: TableReading<OneSection, OutlineRow<Value>>
  private var bells = Doorbells()
  /// What is expanded from the beginning, once the nodes are known.
  private var expandedAtFirst: [Value.Identity]

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  @usableFromInline init(_ source: LiveTree<Value>, expanded: [Value.Identity], _ work: Work) {
    self.source = source
    self.work = work
    lane = StoreLane.current ?? StoreLane.Own()
    outline = Outline()
    expandedAtFirst = expanded
    reading = TableReading(work.differencer.capture(TableSnapshot()), revision: -1)
  }

  /// Where readers read.
  public nonisolated var feed: TableFeed<OneSection, OutlineRow<Value>> {
    TableFeed(differencer: work.differencer, read: { await self.read() }, listen: { await self.listen($0) })
  }

  private func listen(_ ring: Ring) async {
    bells.add(ring)
    await source.listen(ring)
  }

  private func read() async -> TableReading<OneSection, OutlineRow<Value>> {
    catchUp(with: await source.read())
    return reading
  }

  /// One turn: somebody may have come first, with older news or newer ones.
  private func catchUp(with news: TreeReading<Value>) {
    if news.revision > seen {
      if seen < 0 {
        outline = Outline(news.tree, expanded: expandedAtFirst)
        expandedAtFirst = []
      } else {
        work.follow(&outline, news.tree)
      }
      seen = news.revision
      reading.advance(to: outline.table, refreshed: [], with: work.differencer)
    }
    if news.isFinished { reading.isFinished = true }
  }

  // MARK: - What is expanded

  /// The nodes that are expanded.
  public var expandedNodes: [Value.Identity] {
    get async {
      catchUp(with: await source.read())
      return outline.expandedNodes
    }
  }

  /// Changes which nodes are expanded, all at once, in the tree as it is now.
  ///
  /// Costs a copy of what is expanded, which the other changes do not.
  ///
  /// - Parameter body: Runs on the outline, at once. What it does to the tree itself is undone by the tree's next change.
  public func edit(_ body: sending (inout Outline<Value>) -> Void) async {
    let news = await source.read()
    catchUp(with: news)
    var changed = outline
    body(&changed)
    outline = changed
    show()
  }

  /// Shows what is under a node, as far as it is expanded itself.
  public func expand(_ id: Value.Identity) async { await perform { $0.expand(id) } }

  /// Hides what is under a node.
  public func collapse(_ id: Value.Identity) async { await perform { $0.collapse(id) } }

  /// Expands a node that is collapsed, and collapses one that is expanded.
  public func toggle(_ id: Value.Identity) async { await perform { $0.toggle(id) } }

  /// Expands all nodes above a node, so that it has a row.
  public func reveal(_ id: Value.Identity) async { await perform { $0.reveal(id) } }

  /// Expands all nodes that have children.
  public func expandAll() async { await perform { $0.expandAll() } }

  /// Collapses all nodes, so that roots alone are shown.
  public func collapseAll() async { await perform { $0.collapseAll() } }

  private func perform(_ change: @Sendable (inout Outline<Value>) -> Outline<Value>.Change) async {
    catchUp(with: await source.read())
    _ = change(&outline)
    show()
  }

  private func show() {
    let before = reading.revision
    reading.advance(to: outline.table, refreshed: [], with: work.differencer)
    if reading.revision > before { bells.ring() }
  }
}

extension LiveTree {
  /// An outline of the tree, with nodes of its own expanded.
  ///
  /// - Parameter expanded: Which nodes are expanded at first; those that are not in the tree are ignored.
  @inlinable public nonisolated func outline(expanded: [Value.Identity] = []) -> TreeOutline<Value> {
    TreeOutline(self, expanded: expanded, TreeOutline.Work())
  }
}
