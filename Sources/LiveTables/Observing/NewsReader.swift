/// What can be read of something that changes: which state it is in, and whether that is the last one.
protocol NewsState: Sendable {
  var revision: Int { get }
  var isFinished: Bool { get }
}

extension TableReading: NewsState {}

/// Somebody who reads something that changes, at his own pace: all there is at first, then from what he saw last to the
/// newest.
struct NewsReader<State: NewsState, Step: Sendable> {
  private let listen: @Sendable (Ring) async -> Void
  private let read: @Sendable () async -> State
  /// From what was seen to a newer state, off every actor; `nil` if that comes to nothing.
  private let step: @Sendable (_ seen: State?, _ told: Int, _ now: State) -> Step?
  private var bell: AsyncStream<Void>?
  private var seen: State?
  /// The revision of the last step that was told.
  private var told = 0

  init(
    listen: @escaping @Sendable (Ring) async -> Void, read: @escaping @Sendable () async -> State,
    step: @escaping @Sendable (_ seen: State?, _ told: Int, _ now: State) -> Step?
  ) {
    self.listen = listen
    self.read = read
    self.step = step
  }

  /// The next step, or all that were missed as one.
  ///
  /// - Returns: `nil` when there is no more, or the task is cancelled.
  mutating func next() async -> Step? {
    if bell == nil {
      let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.bell = bell
      await listen(ring)
    }
    while !Task.isCancelled {
      let now = await read()
      if seen == nil || now.revision > seen?.revision ?? 0, let change = await Self.step(step, seen, told, now) {
        seen = now
        told = now.revision
        return change
      }
      if now.isFinished { return nil }
      guard await isRung() else { return nil }
    }
    return nil
  }

  /// Waits for news; false if the task is cancelled.
  private func isRung() async -> Bool {
    guard let bell else { return false }
    for await _ in bell { return true }
    return false
  }

  @concurrent private static func step(
    _ step: @Sendable (_ seen: State?, _ told: Int, _ now: State) -> Step?, _ seen: State?, _ told: Int, _ now: State
  ) async -> Step? {
    step(seen, told, now)
  }
}
