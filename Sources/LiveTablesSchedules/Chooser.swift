#if compiler(>=6.3) && canImport(Glibc)
/// Makes the choices of a schedule.
struct Chooser {
  private let path: [Int]
  private var generator: Generator?
  private let stickiness: UInt64
  private(set) var choices: [Choice] = []

  init(_ schedule: Schedule) {
    switch schedule.kind {
    case .path(let path):
      self.path = path
      generator = nil
      stickiness = 0
      choices.reserveCapacity(path.count + 16)
    case .seed(let seed):
      path = []
      var generator = Generator(state: seed)
      // Races differ in the number of interruptions they need, so some seeds interrupt at every turn and some rarely.
      stickiness = [0, 2, 4, 8][Int(generator.next() % 4)]
      self.generator = generator
    }
  }

  /// Chooses a job.
  ///
  /// - Parameters:
  ///   - count: The number of jobs that are ready.
  ///   - isContinuable: Whether the first of them continues the task that ran last.
  mutating func choose(among count: Int, isContinuable: Bool) -> Int {
    if count == 1 { return 0 }
    let taken = min(draw(count, isContinuable), count - 1)
    choices.append(Choice(taken: taken, count: count, isContinuable: isContinuable))
    Progress.shared?.add(taken)
    return taken
  }

  private mutating func draw(_ count: Int, _ isContinuable: Bool) -> Int {
    guard var generator else { return choices.count < path.count ? path[choices.count] : 0 }
    defer { self.generator = generator }
    if isContinuable, stickiness > 0, generator.next() % stickiness != 0 { return 0 }
    return Int(generator.next() % UInt64(count))
  }
}

/// SplitMix64 (Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, 2014).
private struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
#endif
