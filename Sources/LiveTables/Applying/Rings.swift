/// The doorbells of one view's loop: rung from anywhere, and they remember one ring.
struct Rings<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// What the view shows, and all of the user's edits in it that the store may not know yet.
  typealias Screen = ScreenMachine<CapturedTable<Section, Row>, TableEdit<Section, Row>>.Screen

  /// The other end.
  struct Bells: Sendable {
    let loop: AsyncStream<Void>
    let edits: AsyncStream<Screen>
  }

  /// There may be something to show.
  let loop: AsyncStream<Void>.Continuation

  /// The user edited something.
  ///
  /// It rings with all there is to say, so that the store need not ask the main actor, which may be busy: what it admits
  /// before it has heard of an edit gets the edit, too.
  let edits: AsyncStream<Screen>.Continuation

  static func make() -> (rings: Rings, bells: Bells) {
    let (loopBell, loop) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (editBell, edits) = AsyncStream.makeStream(of: Screen.self, bufferingPolicy: .bufferingNewest(1))
    return (Rings(loop: loop, edits: edits), Bells(loop: loopBell, edits: editBell))
  }

  /// It is over: both bells end.
  func finish() {
    loop.finish()
    edits.finish()
  }

  /// Ends the bells when the view's link lets go of it.
  ///
  /// So also a loop that waits for a silent stream notices that its view is gone. It does not matter when, or on which
  /// thread: every turn looks for the view itself.
  final class Life: Sendable {
    private let rings: Rings

    init(_ rings: Rings) { self.rings = rings }

    deinit { rings.finish() }
  }
}
