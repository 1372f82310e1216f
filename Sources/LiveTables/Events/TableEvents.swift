/// Async sequences of the user's actions in a view.
///
/// ```swift
/// for await event in view.link.events.selected { open(event.row) }
/// ```
///
/// Each access to a property returns a new sequence of later events. Each reader receives all events in order, at its
/// own pace. If you iterate over the same sequence twice, the second iterator delivers the events that occur after its
/// creation. A sequence ends when the view's binding ends. If you create a sequence before the view is bound, it ends
/// with the view's next binding. Sequences keep neither the view nor the binding alive. Up to 4,096 events are buffered
/// for each reader. If there are more, the oldest events are dropped.
@MainActor public final class TableEvents<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private weak let link: TableLink<Section, Row>?
  package let selections = EventSource<SelectionEvent<Row>>()
  package let deselections = EventSource<SelectionEvent<Row>>()
  private var signals: [RowSignal: EventSource<RowEvent<Row>>] = [:]
  private(set) var prefetches: [Prefetch] = []
  private var cellEvents: [ObjectIdentifier: any CustomSource] = [:]
  private var pending: [Pending] = []
  private var displayed: Set<RowPath> = []

  /// A reader of ``TableEvents/nearEnd(within:)``.
  struct Prefetch {
    var machine: PrefetchMachine
    let source: EventSource<Int>
  }

  /// An event that a cell sent while a change was pending.
  private struct Pending {
    var path: RowPath
    let isShown: @MainActor (RowPath) -> Bool
    let send: (Row, RowPath) -> Void
  }

  init(_ link: TableLink<Section, Row>) { self.link = link }

  // MARK: - Events

  /// The rows that the user selected or tapped.
  ///
  /// The sequence includes rows that are already selected, and rows that cannot be selected.
  ///
  /// The sequence excludes programmatic selections. To observe all selections, use `TableSelection.values` in
  /// `LiveTablesCells`.
  public var selected: Updates<SelectionEvent<Row>, Never> { selections.sequence() }

  /// The rows that the user deselects, and selected rows that are deleted.
  public var deselected: Updates<SelectionEvent<Row>, Never> { deselections.sequence() }

  /// The rows that are about to appear on screen.
  public var willDisplay: Updates<RowEvent<Row>, Never> { source(of: .willDisplay).sequence() }

  /// The rows that have left the screen, as they were last shown.
  public var didEndDisplaying: Updates<RowEvent<Row>, Never> { source(of: .didEndDisplaying).sequence() }

  /// The rows that the user touches or points to.
  public var highlighted: Updates<RowEvent<Row>, Never> { source(of: .highlighted).sequence() }

  /// The rows that the user no longer touches or points to.
  public var unhighlighted: Updates<RowEvent<Row>, Never> { source(of: .unhighlighted).sequence() }

  /// Returns a sequence that delivers the number of rows whenever the end of the table is near, so that you can load
  /// more rows.
  ///
  /// The end of the table is near if one of its last rows is on screen after the user has scrolled or rows have been
  /// deleted. Each row count is delivered only once, so you must retry if loading fails.
  ///
  /// - Parameter rows: The number of rows that count as the end of the table. If it is 1, only the last row counts.
  public func nearEnd(within rows: Int) -> Updates<Int, Never> {
    prefetches.removeAll { !$0.source.isHeard }
    let source = EventSource<Int>(bufferSize: 1)
    let sequence = source.sequence()
    prefetches.append(Prefetch(machine: PrefetchMachine(distance: rows), source: source))
    checkPrefetches()
    return sequence
  }

  /// Returns the events of the given type that cells send with `CellContext.send(_:)` (in `LiveTablesCells`).
  ///
  /// - Returns: A sequence of the events, along with the rows of the cells that sent them.
  public func custom<Event: Sendable>(_ type: Event.Type = Event.self) -> Updates<CellEvent<Event, Row>, Never> {
    customSource(of: type).sequence()
  }

  // MARK: - Reports of views

  /// Returns whether a kind of row event has a reader.
  ///
  /// If not, the view need not report such events.
  package func isHeard(_ signal: RowSignal) -> Bool { signals[signal]?.isHeard ?? false }

  /// Emits an event for the row at a path, if there is one.
  ///
  /// After a reload, the view emits ``RowSignal/willDisplay`` again for every row on screen.
  package func report(_ signal: RowSignal, at path: RowPath) {
    if let row = link?.table[path] { report(signal, row, at: path) }
  }

  /// Emits an event for a row that may no longer exist, with its last path and content.
  package func report(_ signal: RowSignal, _ row: Row, at path: RowPath) {
    switch signal {
    case .willDisplay:
      displayed.insert(path)
      checkPrefetches()
    case .didEndDisplaying:
      if link?.table[path]?.identity == row.identity { displayed.remove(path) }
    case .highlighted, .unhighlighted: break
    }
    signals[signal]?.send(RowEvent(row, at: path))
  }

  /// Sends an event from a cell to the readers of the view's events, which select events by type.
  ///
  /// If the view is being updated or shows part of a change, the event is delivered afterwards, with the row that the
  /// cell shows at that time, or dropped if the row no longer exists.
  ///
  /// - Parameters:
  ///   - path: The current path of the cell's row.
  ///   - isShown: Returns whether the cell still shows the row, given the row's path at the time of delivery.
  package func send<Event: Sendable>(
    _ event: Event, from path: RowPath, while isShown: @escaping @MainActor (RowPath) -> Bool = { _ in true }
  ) {
    let source = customSource(of: Event.self)
    pending.append(
      Pending(path: path, isShown: isShown) { row, path in source.send(CellEvent(event, row: row, at: path)) })
    if let link, !link.isUnsettled { deliver() }
  }

  // MARK: - Implementation

  private func deliver() {
    let due = pending
    pending = []
    for event in due where event.isShown(event.path) {
      if let row = link?.table[event.path] { event.send(row, event.path) }
    }
  }

  private func checkPrefetches() {
    guard !prefetches.isEmpty, let link, !link.isUnsettled else { return }
    let last = displayed.max().flatMap { link.table.offset(of: $0) }
    for index in prefetches.indices {
      if let count = prefetches[index].machine.check(last: last, count: link.table.count) {
        prefetches[index].source.send(count)
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
    if let source = cellEvents[ObjectIdentifier(type)] as? EventSource<CellEvent<Event, Row>> { return source }
    let source = EventSource<CellEvent<Event, Row>>()
    cellEvents[ObjectIdentifier(type)] = source
    return source
  }
}

extension TableEvents: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    let waiting = zip(pending, change.targets(of: pending.map(\.path)))
    pending = waiting.compactMap { event, path in
      path.map { Pending(path: $0, isShown: event.isShown, send: event.send) }
    }
    if case .reload = change.kind {
      displayed = []
      for index in prefetches.indices { prefetches[index].machine.reset() }
    } else {
      displayed = Set(change.targets(of: Array(displayed)).compactMap { $0 })
    }
  }

  package func changeCompleted() {
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
    for source in cellEvents.values { source.end() }
  }
}

extension TableLink {
  /// The user's actions in the view, and the events for rows on screen.
  public var events: TableEvents<Section, Row> { follower { TableEvents(self) } }
}

/// A source of the events of one type that cells send, with the event's type erased.
@MainActor private protocol CustomSource: AnyObject {
  func end()
}

extension EventSource: CustomSource {}
