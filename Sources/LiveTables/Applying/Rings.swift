/// The doorbells of one view's loop: rung from anywhere, and they remember one ring.
struct Rings: Sendable {
  /// The other end.
  struct Bells: Sendable {
    let loop: AsyncStream<Void>
    let edits: AsyncStream<Void>
  }

  /// There may be something to show.
  let loop: AsyncStream<Void>.Continuation
  /// The user edited something.
  let edits: AsyncStream<Void>.Continuation

  static func make() -> (rings: Rings, bells: Bells) {
    let (loopBell, loop) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (editBell, edits) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return (Rings(loop: loop, edits: edits), Bells(loop: loopBell, edits: editBell))
  }

  /// It is over: both bells end.
  func finish() {
    loop.finish()
    edits.finish()
  }

  /// Ends the bells when the view's link lets go of it: also a loop that waits for a silent stream notices that its
  /// view is gone.
  ///
  /// It does not matter when, or on which thread: every turn looks for the view itself.
  final class Life: Sendable {
    private let rings: Rings

    init(_ rings: Rings) { self.rings = rings }

    deinit { rings.finish() }
  }
}
