import LiveTables

/// Measures rows with equal hashes, for which the diff gives up pairing and reloads the table.
enum CollisionStudy {
  /// An identity that always has the same hash.
  private struct Clash: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  private struct Row: Diffable, Equatable, Sendable {
    let identity: Clash
    var text = "the same"
  }

  static func findings() -> [Finding] {
    var race = Race(runs: 7)
    var random = SplitMix64(state: 1978)
    let old = (0..<100_000).map { Row(identity: Clash(number: $0)) }
    let oldTable = TableSnapshot(rows: old)
    let shuffled = TableSnapshot(rows: old.shuffled(using: &random))
    let good = FlatChange<IntRow>(.shuffle, count: 100_000)
    let (goodOld, goodNew) = (good.oldTable, TableSnapshot(rows: good.new(.rebuilt)))
    let times = race.medians(of: [
      Contender(name: "clash") { shuffled.difference(from: oldTable).operationCount },
      Contender(name: "good") { goodNew.difference(from: goodOld).operationCount },
    ])
    let (clash, usual) = (times["clash", default: 0], times["good", default: 0])
    return [
      Finding(
        what: "100,000 rows of one hash, shuffled",
        value: "\(Format.short(clash)) ms, becomes a reload; of good hashes \(Format.short(usual)) ms",
        target: (
          "a reload, at most the usual cost", shuffled.difference(from: oldTable).reload != nil && clash <= usual
        ))
    ]
  }
}
