/// Those who want to hear of news.
struct Listeners: Sendable {
  private var rings: [Ring] = []
  private var most = 8

  /// Adds somebody; those who have gone are forgotten now and then.
  mutating func add(_ ring: Ring) {
    rings.append(ring)
    if rings.count > most {
      ringAll()
      most = max(8, 2 * rings.count)
    }
  }

  /// Says that there may be news, and forgets those who have gone.
  mutating func ringAll() {
    rings.removeAll { ring in
      if case .terminated = ring.yield() { true } else { false }
    }
  }

  /// How many there are.
  var count: Int { rings.count }
}
