/// The way back from a view: what the user does there, as sequences that anybody can read.
///
/// ```swift
/// for await event in view.link.events.selected { open(event.row) }
/// ```
///
/// Every time such a sequence is asked for it is another one, which has every event from then on, in order and at its
/// reader's own pace. A second `for await` over the same sequence disturbs nobody, and has the events since it began. A
/// sequence ends when what is bound to the view ends: the stream is finished, the binding is cancelled, the view goes or
/// shows something else. One that is asked for when nothing is bound lasts until the end of what is bound next. It keeps
/// neither the view nor the binding alive. A reader buffers up to 4,096 events; if it falls further behind, the oldest are
/// dropped.
@MainActor public final class TableEvents<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private weak let link: TableLink<Section, Row>?
  package let selections = EventSource<SelectionEvent<Row>>()
  package let deselections = EventSource<SelectionEvent<Row>>()
  private var signals: [RowSignal: EventSource<RowEvent<Row>>] = [:]
  private(set) var prefetches: [Prefetch] = []
  private var customs: [ObjectIdentifier: any CustomSource] = [:]
  private var pending: [Pending] = []
  /// Where the rows are that are on screen.
  private var displayed: Set<RowPath> = []

  /// Somebody who wants to know when the end comes near.
  struct Prefetch {
    var machine: PrefetchMachine
    let source: EventSource<Int>
  }

  /// What a cell has said while a change was on its way.
  private struct Pending {
    var path: RowPath
    let isShown: @MainActor (RowPath) -> Bool
    let tell: (Row, RowPath) -> Void
  }

  init(_ link: TableLink<Section, Row>) { self.link = link }

  // MARK: - What is told

  /// Rows that the user selected, tapped again, or tapped where no row can be selected.
  ///
  /// What the program selects by itself is not told here, but in `TableSelection.values`, of `LiveTablesCells`.
  public var selected: Updates<SelectionEvent<Row>, Never> { selections.sequence() }

  /// Rows that the user deselected, and selected rows that went.
  public var deselected: Updates<SelectionEvent<Row>, Never> { deselections.sequence() }

  /// Rows that come on screen.
  public var willDisplay: Updates<RowEvent<Row>, Never> { source(of: .willDisplay).sequence() }

  /// Rows that leave the screen, with what they were last.
  public var didEndDisplaying: Updates<RowEvent<Row>, Never> { source(of: .didEndDisplaying).sequence() }

  /// Rows that are touched, or under the cursor.
  public var highlighted: Updates<RowEvent<Row>, Never> { source(of: .highlighted).sequence() }

  /// Rows that are not touched any more.
  public var unhighlighted: Updates<RowEvent<Row>, Never> { source(of: .unhighlighted).sequence() }

  /// The number of rows, whenever the last row on screen is among the last ones of the table: time to ask for more.
  ///
  /// Once for each number of rows, whether the user scrolls there or rows are deleted. So a page that failed to load is loaded
  /// again by the caller.
  ///
  /// - Parameter rows: How many rows from the end it begins; with 1 it is the last row itself.
  /// - Returns: The number of rows, each time.
  public func nearEnd(within rows: Int) -> Updates<Int, Never> {
    prefetches.removeAll { !$0.source.isHeard }
    let source = EventSource<Int>(room: 1)
    let sequence = source.sequence()
    prefetches.append(Prefetch(machine: PrefetchMachine(distance: rows), source: source))
    checkPrefetches()
    return sequence
  }

  /// What cells say with `CellContext.send(_:)`, of `LiveTablesCells`, by the type of what they say.
  ///
  /// - Parameter type: The type of the events.
  /// - Returns: The events, with the rows whose cells sent them.
  public func custom<Event: Sendable>(_ type: Event.Type = Event.self) -> Updates<CellEvent<Event, Row>, Never> {
    customSource(of: type).sequence()
  }

  // MARK: - What views report

  /// Whether a kind of signal has a reader: without one, a view need not let rows be highlighted.
  @_spi(Adapters) public func isHeard(_ signal: RowSignal) -> Bool { signals[signal]?.isHeard ?? false }

  /// A view says something of the row at a path; where there is no row, nothing happens.
  ///
  /// A view that was reloaded reports ``RowSignal/willDisplay`` again for every row on screen.
  @_spi(Adapters) public func report(_ signal: RowSignal, at path: RowPath) {
    if let row = link?.table[path] { report(signal, row, at: path) }
  }

  /// A view says something of a row that may be gone: where it was, and what it was last.
  @_spi(Adapters) public func report(_ signal: RowSignal, _ row: Row, at path: RowPath) {
    switch signal {
    case .willDisplay:
      displayed.insert(path)
      checkPrefetches()
    case .didEndDisplaying:
      if link?.table[path]?.identity == row.identity { displayed.remove(path) }
    case .highlighted, .unhighlighted: break
    }
    signals[signal]?.tell(RowEvent(row, at: path))
  }

  /// Sends an event of a cell, which is delivered when nothing is pending any more.
  ///
  /// At once, unless the view is being told of a change or shows one in part only; then when it shows all of it. It is
  /// told with the row that the cell shows then, and not at all if its row has gone.
  ///
  /// - Parameters:
  ///   - event: The event; readers choose it by its type.
  ///   - path: Where the cell's row is now.
  ///   - isShown: Called when it is delivered: whether the cell still shows that row, which is at this path then.
  @_spi(Adapters) public func send<Event: Sendable>(
    _ event: Event, from path: RowPath, while isShown: @escaping @MainActor (RowPath) -> Bool = { _ in true }
  ) {
    let source = customSource(of: Event.self)
    pending.append(
      Pending(path: path, isShown: isShown) { row, path in source.tell(CellEvent(event, row: row, at: path)) })
    if let link, !link.isUnsettled { deliver() }
  }

  // MARK: - Inside

  private func deliver() {
    let due = pending
    pending = []
    for event in due where event.isShown(event.path) {
      if let row = link?.table[event.path] { event.tell(row, event.path) }
    }
  }

  private func checkPrefetches() {
    guard !prefetches.isEmpty, let link, !link.isUnsettled else { return }
    let last = displayed.max().flatMap { link.table.offset(of: $0) }
    for index in prefetches.indices {
      if let count = prefetches[index].machine.check(last: last, count: link.table.count) {
        prefetches[index].source.tell(count)
      }
    }
  }

  private func source(of signal: RowSignal) -> EventSource<RowEvent<Row>> {
    if let source = signals[signal] { return source }
    let source = EventSource<RowEvent<Row>>()
    signals[signal] = source
    return source
  }

  private func customSource<Event: Sendable>(of type: Event.Type) -> EventSource<CellEvent<Event, Row>> {
    if let source = customs[ObjectIdentifier(type)] as? EventSource<CellEvent<Event, Row>> { return source }
    let source = EventSource<CellEvent<Event, Row>>()
    customs[ObjectIdentifier(type)] = source
    return source
  }
}

extension TableEvents: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    let waiting = zip(pending, change.targets(of: pending.map(\.path)))
    pending = waiting.compactMap { event, path in
      path.map { Pending(path: $0, isShown: event.isShown, tell: event.tell) }
    }
    if case .reload = change.kind {
      displayed = []
      for index in prefetches.indices { prefetches[index].machine.reset() }
    } else {
      displayed = Set(change.targets(of: Array(displayed)).compactMap { $0 })
    }
  }

  package func rest() {
    deliver()
    checkPrefetches()
  }

  package func end() {
    pending = []
    selections.end()
    deselections.end()
    for source in signals.values { source.end() }
    for prefetch in prefetches { prefetch.source.end() }
    prefetches = []
    for source in customs.values { source.end() }
  }
}

extension TableLink {
  /// What the user does, and what the view says of its rows.
  public var events: TableEvents<Section, Row> { follower { TableEvents(self) } }
}

/// The sources of custom events, whatever their type.
@MainActor private protocol CustomSource: AnyObject {
  func end()
}

extension EventSource: CustomSource {}
