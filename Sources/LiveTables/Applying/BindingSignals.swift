/// What wakes the tasks of one binding: two streams that hold one element each.
struct BindingSignals<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// What the view shows, and all of the user's edits in it that the store may not have merged yet.
  struct Screen: Sendable {
    let base: ScreenMachine<CapturedTable<Section, Row>, PendingReport>.Base
    let unmerged: [UnmergedEdit<UserChange<Section, Row>>]
  }

  /// Signals the loop that there may be something to show.
  let waker: Signal
  /// What the loop waits for.
  let wakeups: AsyncStream<Void>
  /// Signals the store that the user has edited something.
  ///
  /// The signal carries all there is to say, so that the store need not ask the main actor, which may be busy: what the
  /// store admits before it has merged an edit gets the edit, too, unless it came from the sequence after the edit.
  let edits: AsyncStream<Screen>
  private let editor: AsyncStream<Screen>.Continuation

  init() {
    (waker, wakeups) = Signal.make()
    (edits, editor) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func edited(_ screen: Screen) { editor.yield(screen) }

  func finish() {
    waker.finish()
    editor.finish()
  }

  /// Finishes the signals when the view's link releases it.
  ///
  /// So a loop that waits for a silent sequence notices that its view is gone. It does not matter when, or on which
  /// thread: every update looks for the view itself.
  final class Lifetime: Sendable {
    private let signals: BindingSignals

    init(_ signals: BindingSignals) { self.signals = signals }

    deinit { signals.finish() }
  }
}

/// A diagnostic that is delivered when the view is idle, so that its handler may do anything with the view.
struct PendingReport: Sendable {
  let diagnostic: TableDiagnostic
  let handler: @MainActor @Sendable (TableDiagnostic) -> Void

  @MainActor func deliver() { handler(diagnostic) }
}
