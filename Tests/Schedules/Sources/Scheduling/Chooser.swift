import LiveTablesTesting

/// Makes the choices that a schedule stands for.
struct Chooser {
  private let path: [Int]
  private var generator: SeededGenerator?
  private let stickiness: UInt64
  private(set) var choices: [Choice] = []

  init(_ schedule: Schedule) {
    switch schedule {
    case .path(let path):
      self.path = path
      generator = nil
      stickiness = 0
      choices.reserveCapacity(path.count + 16)
    case .seed(let seed):
      path = []
      var generator = SeededGenerator(seed: seed)
      // Some seeds interrupt at every turn, some seldom: races differ in how much of either they need.
      stickiness = [0, 2, 4, 8][Int(generator.next() % 4)]
      self.generator = generator
    }
  }

  /// - Parameters:
  ///   - count: How many jobs are ready.
  ///   - isContinuable: Whether the first of them goes on with the task that ran last.
  mutating func choose(among count: Int, isContinuable: Bool) -> Int {
    if count == 1 { return 0 }
    let taken = min(draw(count, isContinuable), count - 1)
    choices.append(Choice(taken: taken, count: count, isContinuable: isContinuable))
    return taken
  }

  private mutating func draw(_ count: Int, _ isContinuable: Bool) -> Int {
    guard var generator else { return choices.count < path.count ? path[choices.count] : 0 }
    defer { self.generator = generator }
    if isContinuable, stickiness > 0, generator.next() % stickiness != 0 { return 0 }
    return Int(generator.next() % UInt64(count))
  }
}
