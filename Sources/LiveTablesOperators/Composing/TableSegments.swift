public import LiveTables

/// A source that provides the table of one of several sources, and can switch between these sources.
///
/// ```swift
/// let segments = TableSegments<Folder, Mail>()
/// segments.add("Unread", unread)
/// segments.add("All", all)
/// view.bind(segments)
/// segments.select(1)           // false if there is no such segment
/// ```
///
/// The first segment is selected initially. A source is first observed when its segment is selected. When you select a
/// segment again, its newest table is shown immediately. Until a source provides its first table, the table of the
/// previous segment is shown. Rows that are in both segments are kept or moved. Live tables, and sources derived from
/// them, provide a table immediately. Database queries and ``JoinedTables`` do not.
///
/// You can apply operators to the segments, and bind them to any number of views. Each view keeps the segments alive.
@MainActor public final class TableSegments<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct Segment {
    let title: String
    let part: ComposedPart<Section, Row>
    /// The number of the inbox whose marks record when the segment was last shown.
    let inboxNumber = InboxMarks.makeInbox()
    /// The marks of the edits that the segment's source has accepted.
    var accepted = InboxMarks()
    /// Whether the segment's source is observed, which starts when the segment is first selected.
    var isObserved = false
    /// Whether the segment's table can be read without a long wait.
    var hasAnswered: Bool
  }

  private var segments: [Segment] = []
  /// The last selected segment that has provided a table, except for the selected one.
  private var previous: Int?
  /// The segment whose table is read.
  private var shown: Int?
  /// The number of times that another segment was shown.
  private var switchCount = 0
  let outlet = Outlet<Section, Row>()

  /// The index of the selected segment, or `nil` if there are no segments.
  public private(set) var selected: Int?

  /// A closure that is called when the source of a segment fails.
  ///
  /// The segment continues to show its last table.
  public var onFailure: (@MainActor (_ segment: Int, any Error) -> Void)?

  /// Creates an instance that has no segments.
  public init() {}

  /// The titles of the segments, in order.
  public var titles: [String] { segments.map(\.title) }

  /// Adds a segment with a constant table.
  ///
  /// - Parameters:
  ///   - title: The title of the segment.
  ///   - table: The constant table to show.
  public func add(_ title: String, _ table: TableSnapshot<Section, Row>) {
    add(title, ComposedPart(table, number: outlet.makeNumber()), hasAnswered: true)
  }

  /// Adds a segment with a source.
  ///
  /// - Parameters:
  ///   - title: The title of the segment.
  ///   - source: The source to observe once the segment is selected. When the source ends, its last table is kept.
  public func add(_ title: String, _ source: some TableSource<Section, Row>) {
    add(title, ComposedPart(source, number: outlet.makeNumber()), hasAnswered: source.isPrompt)
  }

  private func add(_ title: String, _ part: ComposedPart<Section, Row>, hasAnswered: Bool) {
    if outlet.isClosed { return }
    segments.append(Segment(title: title, part: part, hasAnswered: hasAnswered))
    if selected == nil { select(0) }
  }

  /// Selects a segment.
  ///
  /// - Parameter index: The index of the segment.
  /// - Returns: `false` if no segment has this index.
  @discardableResult public func select(_ index: Int) -> Bool {
    guard segments.indices.contains(index) else { return false }
    if selected == index || outlet.isClosed { return true }
    if let selected, segments[selected].hasAnswered { previous = selected }
    selected = index
    if !segments[index].isObserved { observe(index) }
    outlet.notify()
    return true
  }

  /// Finishes the segments.
  ///
  /// The segments end when the observed sources have ended, and later calls have no effect.
  public func finish() { outlet.close() }

  private func observe(_ index: Int) {
    segments[index].isObserved = true
    let answered: @MainActor @Sendable () -> Void = { [weak self] in
      self?.segments[index].hasAnswered = true
      self?.outlet.notify()
    }
    outlet.observe(segments[index].part, answered: segments[index].hasAnswered ? nil : answered) {
      [weak self] failure in
      if let failure { self?.onFailure?(index, failure) }
    }
  }

  /// The selected segment or, until its source has provided a table, the previous segment.
  private var readable: Int? { selected.flatMap { segments[$0].hasAnswered ? $0 : previous } }

  private var parts: [ComposedPart<Section, Row>] {
    if readable != shown {
      shown = readable
      switchCount += 1
      outlet.recompose(hasOtherRows: true)
    }
    return shown.map { [segments[$0].part] } ?? []
  }
}

extension TableSegments: nonisolated EditableSource {
  /// Passes a user's edit to the source of the visible segment.
  @MainActor public func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    let seen = request.traits.seen
    let index = segments.indices.max {
      seen.last(of: segments[$0].inboxNumber) < seen.last(of: segments[$1].inboxNumber)
    }
    guard let index = seen.isEmpty ? shown : index, let source = segments[index].part.source else {
      return .refused(TableError.notEditable("a table that does not change accepts no edits"))
    }
    do {
      let acceptance = source.pass(try request.forwarded { $0 })
      segments[index].accepted.add(acceptance.marks)
      if index != shown { outlet.notify() }
      return acceptance
    } catch { return .refused(error) }
  }

  /// Returns the reason why no source accepts a kind of edit, or `nil` if one does.
  @MainActor public func obstacle(to kind: EditKind) -> String? {
    let obstacles = segments.compactMap { $0.part.source }.map { $0.obstacleToPassing(kind) }
    return obstacles.contains(nil) ? nil : obstacles.first ?? nil
  }

  /// The inbox marks of the shown segment, and of edits in other segments, whose rows the table does not contain.
  private var marks: InboxMarks {
    var marks = InboxMarks()
    if let shown { marks = InboxMarks(inbox: segments[shown].inboxNumber, edit: switchCount) }
    for index in segments.indices where index != shown { marks.add(segments[index].accepted) }
    return marks
  }
}

extension TableSegments: nonisolated OutletSource {
  /// The newest state of the segments.
  ///
  /// The state includes all earlier changes to the shown segment.
  @MainActor public var state: SourceState<Section, Row> {
    get async {
      while readable == nil, !segments.isEmpty, !Task.isCancelled { await outlet.waitForChange() }
      return await outlet.state {
        parts
      } _: {
        parts.first?.table ?? (segments.isEmpty ? TableSnapshot() : nil)
      } value: {
        parts.first?.value
      } marks: {
        marks
      }
    }
  }
}
