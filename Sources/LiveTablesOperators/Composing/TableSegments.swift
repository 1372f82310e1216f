public import LiveTables

/// A switch between several sources: the table of the one that is selected.
///
/// ```swift
/// let segments = TableSegments<Folder, Mail>()
/// segments.add("Unread", unread)
/// segments.add("All", all)
/// view.bind(segments)
/// segments.select(1)           // false if there is no such segment
/// ```
///
/// The first segment is selected until another one is. A source is followed from when its segment is selected first, so
/// that going back to it shows its newest table at once. Until its source has answered, the table of the segment before
/// stays: rows that the old and the new segment share stay, or move.
///
/// It is a `TableSource` like any other: operators apply to it, any number of views may show it, and each keeps it alive.
@MainActor public final class TableSegments<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct Segment {
    let title: String
    /// `nil` until its source has answered; empty if that has no table yet.
    var table: TableSnapshot<Section, Row>?
    /// The source's own value that belongs to the table.
    var value: (any Sendable)?
    /// Begins to read the sequence; `nil` if there is none, or it is read already.
    var start: (@MainActor () -> Void)?
  }

  private var segments: [Segment] = []
  /// The segment whose table is shown: the selected one, or the one before until the selected one has a table.
  private var shown: Int?
  let outlet = Outlet<Section, Row>()

  /// Which segment is selected; `nil` as long as there are none.
  public private(set) var selected: Int?

  /// Called when the source of a segment has ended with an error; its last table stays.
  public var onFailure: (@MainActor (_ segment: Int, any Error) -> Void)?

  /// Creates a switch without segments.
  public init() {}

  /// The titles of the segments, in order.
  public var titles: [String] { segments.map(\.title) }

  /// Adds a segment with a table.
  ///
  /// - Parameters:
  ///   - title: The title of the segment.
  ///   - table: A table that does not change.
  public func add(_ title: String, _ table: TableSnapshot<Section, Row>) { add(title, table, nil) }

  /// Adds a segment with a source.
  ///
  /// - Parameters:
  ///   - title: The title of the segment.
  ///   - source: What to follow once the segment is selected. When it ends, its last table stays.
  public func add(_ title: String, _ source: some TableSource<Section, Row>) {
    add(title, nil) { [weak self] index, number in
      self?.outlet.read(source.states, as: number) {
        if await source.state.version < 0 { await self?.showEmpty(index) }
      } deliver: { state in
        self?.show(state, in: index) ?? false
      } ended: { failure in
        if let failure { self?.onFailure?(index, failure) }
      }
    }
  }

  /// Selects a segment.
  ///
  /// - Parameter index: Its position.
  /// - Returns: Whether there is such a segment; if not, nothing changes.
  @discardableResult public func select(_ index: Int) -> Bool {
    guard segments.indices.contains(index) else { return false }
    if selected == index || outlet.isClosed { return true }
    selected = index
    startReading()
    showSelected()
    return true
  }

  /// Finishes the switch: later calls have no effect, and it ends when the sources that it follows have ended.
  public func finish() { outlet.close() }

  /// The newest table; `nil` as long as the first segment has none.
  package var table: TableSnapshot<Section, Row>? {
    segments.isEmpty ? TableSnapshot() : shown.flatMap { segments[$0].table }
  }

  private func add(_ title: String, _ table: TableSnapshot<Section, Row>?, _ read: (@MainActor (Int, Int) -> Void)?) {
    if outlet.isClosed { return }
    let (index, source) = (segments.count, outlet.makeSource())
    var segment = Segment(title: title, table: table)
    if let read { segment.start = { read(index, source) } }
    segments.append(segment)
    if selected == nil { select(0) }
  }

  private func startReading() {
    guard let selected, let start = segments[selected].start else { return }
    segments[selected].start = nil
    start()
  }

  private func show(_ state: TableState<Section, Row>, in index: Int) -> Bool {
    segments[index].table = state.table
    segments[index].value = state.value
    if index == shown { outlet.changed(to: state) } else { showSelected() }
    return true
  }

  /// The source of a segment has no table yet.
  private func showEmpty(_ index: Int) {
    segments[index].table = TableSnapshot()
    showSelected()
  }

  private func showSelected() {
    guard let selected, selected != shown, segments[selected].table != nil else { return }
    shown = selected
    outlet.changed(hasOtherRows: true)
  }
}

extension TableSegments: nonisolated TableSource {
  /// The newest state.
  @MainActor public var state: SourceState<Section, Row> {
    outlet.state(table, value: shown.flatMap { segments[$0].value })
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}
