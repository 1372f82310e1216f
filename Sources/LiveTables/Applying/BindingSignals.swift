/// The signals that wake the tasks of a binding, in two streams that buffer one element each.
struct BindingSignals<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The presented table after a user's change, and the changes that the store may not have merged yet.
  struct EditedScreen: Sendable {
    let presented: ScreenMachine<CapturedTable<Section, Row>, PendingReport>.StampedTable
    let unmerged: [UnmergedChange<UserChange<Section, Row>>]
  }

  /// Wakes the update loop, because there may be something to show.
  let waker: Signal
  let wakeups: AsyncStream<Void>
  /// Notifies the store when the user has changed the table.
  ///
  /// An element contains everything that the store needs, so the store does not wait for the main actor. The store
  /// applies the change to tables admitted before the merge, unless the sequence produced them after the change.
  let editedScreens: AsyncStream<EditedScreen>
  private let continuation: AsyncStream<EditedScreen>.Continuation

  init() {
    (waker, wakeups) = Signal.make()
    (editedScreens, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ screen: EditedScreen) { continuation.yield(screen) }

  func finish() {
    waker.finish()
    continuation.finish()
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
