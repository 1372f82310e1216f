/// Says that there may be news; it remembers one ring and carries nothing.
typealias Ring = AsyncStream<Void>.Continuation

/// The doorbells of those who read what somebody has to show, each at its own pace.
///
/// Whoever hears a bell asks for the newest.
struct Doorbells: Sendable {
  private var bells: [Ring] = []
  private var most = 8
  private(set) var isFinished = false

  /// A bell of one's own, which rings at once.
  mutating func subscribe() -> AsyncStream<Void> {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    bell.yield()
    add(bell)
    return rings
  }

  /// Adds somebody's bell; those who have gone are forgotten now and then.
  mutating func add(_ bell: Ring) {
    if isFinished { return bell.finish() }
    bells.append(bell)
    if bells.count > most {
      ring()
      most = max(8, 2 * bells.count)
    }
  }

  /// There may be something new; those who have gone are forgotten.
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

  /// How many there are.
  var count: Int { bells.count }
}
