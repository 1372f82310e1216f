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
/// that going back to it shows its newest table at once. Until its source has answered for the first time, the table of the
/// segment before stays: rows that the old and the new segment share stay, or move. Live tables, and what is derived from
/// them, answer at once; a query of a database does not.
///
/// It is a `TableSource` like any other: operators apply to it, any number of views may show it, and each keeps it alive.
@MainActor public final class TableSegments<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct Segment {
    let title: String
    let part: ComposedPart<Section, Row>
    /// Whether its source is followed, which begins when it is selected first.
    var isFollowed = false
    /// Whether its table can be read without waiting for long.
    var hasAnswered: Bool
  }

  private var segments: [Segment] = []
  /// The segment that was selected before, among those that have answered.
  private var earlier: Int?
  /// The segment whose table is read.
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
  public func add(_ title: String, _ table: TableSnapshot<Section, Row>) {
    add(title, ComposedPart(table, number: outlet.makeSource()), hasAnswered: true)
  }

  /// Adds a segment with a source.
  ///
  /// - Parameters:
  ///   - title: The title of the segment.
  ///   - source: What to follow once the segment is selected. When it ends, its last table stays.
  public func add(_ title: String, _ source: some TableSource<Section, Row>) {
    add(title, ComposedPart(source, number: outlet.makeSource()), hasAnswered: source.isPrompt)
  }

  private func add(_ title: String, _ part: ComposedPart<Section, Row>, hasAnswered: Bool) {
    if outlet.isClosed { return }
    segments.append(Segment(title: title, part: part, hasAnswered: hasAnswered))
    if selected == nil { select(0) }
  }

  /// Selects a segment.
  ///
  /// - Parameter index: Its position.
  /// - Returns: Whether there is such a segment; if not, nothing changes.
  @discardableResult public func select(_ index: Int) -> Bool {
    guard segments.indices.contains(index) else { return false }
    if selected == index || outlet.isClosed { return true }
    if let selected, segments[selected].hasAnswered { earlier = selected }
    selected = index
    if !segments[index].isFollowed { follow(index) }
    outlet.notify()
    return true
  }

  /// Finishes the switch: later calls have no effect, and it ends when the sources that it follows have ended.
  public func finish() { outlet.close() }

  private func follow(_ index: Int) {
    segments[index].isFollowed = true
    outlet.follow(segments[index].part) { [weak self] in
      self?.segments[index].hasAnswered = true
      self?.outlet.notify()
    } ended: { [weak self] failure in
      if let failure { self?.onFailure?(index, failure) }
    }
  }

  /// The selected segment, or the one before until its source has answered.
  private var readable: Int? { selected.flatMap { segments[$0].hasAnswered ? $0 : earlier } }

  private var parts: [ComposedPart<Section, Row>] {
    if readable != shown {
      shown = readable
      outlet.recompose(hasOtherRows: true)
    }
    return shown.map { [segments[$0].part] } ?? []
  }
}

extension TableSegments: nonisolated PromptSource {}

extension TableSegments: nonisolated TableSource {
  /// The newest state, with everything in it that was done before to the segment that it shows.
  @MainActor public var state: SourceState<Section, Row> {
    get async {
      while readable == nil, !segments.isEmpty, !Task.isCancelled { await outlet.waitForChange() }
      return await outlet.state {
        parts
      } _: {
        parts.first?.table ?? (segments.isEmpty ? TableSnapshot() : nil)
      } value: {
        parts.first?.value
      }
    }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}
