/// The doorbells of those who read what somebody has to show, each at its own pace.
///
/// A bell remembers one ring and carries nothing: whoever hears it asks for the newest.
struct Readers {
  private var bells: [AsyncStream<Void>.Continuation] = []
  private(set) var isFinished = false

  /// A bell of one's own, which rings at once.
  mutating func subscribe() -> AsyncStream<Void> {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    bell.yield()
    if isFinished { bell.finish() } else { bells.append(bell) }
    return rings
  }

  /// There is something new.
  mutating func ring() {
    if bells.isEmpty { return }
    bells.removeAll { bell in
      if case .terminated = bell.yield() { true } else { false }
    }
  }

  /// There will be nothing new.
  mutating func finish() {
    isFinished = true
    for bell in bells { bell.finish() }
    bells = []
  }
}
