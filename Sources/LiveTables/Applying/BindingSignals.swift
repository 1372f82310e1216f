/// The signals that wake the tasks of a binding, in two streams that buffer one element each.
struct BindingSignals<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The table that the view shows, with all of the user's edits to it that the store may not have merged yet.
  struct Screen: Sendable {
    let presented: ScreenMachine<CapturedTable<Section, Row>, PendingReport>.StampedTable
    let unmerged: [UnmergedChange<UserChange<Section, Row>>]
  }

  /// The signal that wakes the update loop, because there may be something to show.
  let waker: Signal
  let wakeups: AsyncStream<Void>
  /// The stream that notifies the store when the user has edited the table.
  ///
  /// An element contains everything that the store needs, so the store does not wait for the main actor. The store
  /// applies the edit to tables admitted before the merge, unless the sequence produced them after the edit.
  let edits: AsyncStream<Screen>
  private let editsContinuation: AsyncStream<Screen>.Continuation

  init() {
    (waker, wakeups) = Signal.make()
    (edits, editsContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func edited(_ screen: Screen) { editsContinuation.yield(screen) }

  func finish() {
    waker.finish()
    editsContinuation.finish()
  }

  /// Ends the binding's streams when the view's link releases this object.
  ///
  /// This ends an update loop that waits for its sequence. It can happen at any time and on any thread, because every
  /// update checks that the view exists.
  final class Lifetime: Sendable {
    private let signals: BindingSignals

    init(_ signals: BindingSignals) { self.signals = signals }

    deinit { signals.finish() }
  }
}

/// A diagnostic message that is delivered when the view is idle, so that its handler can use the view.
struct PendingReport: Sendable {
  let diagnostic: TableDiagnostic
  let handler: @MainActor @Sendable (TableDiagnostic) -> Void

  @MainActor func deliver() { handler(diagnostic) }
}
