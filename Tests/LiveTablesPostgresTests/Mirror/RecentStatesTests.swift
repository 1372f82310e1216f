#if Postgres
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite struct RecentStatesTests {
  private func position(_ offset: UInt64) -> LogPosition { LogPosition(offset: offset) }

  private func states(_ entries: (UInt64, String)...) -> RecentStates<String> {
    var states = RecentStates<String>()
    states.keepMore()
    for (from, state) in entries { states.add(state, from: position(from)) }
    return states
  }

  private func words(_ answer: RecentStates<String>.Answer) -> String {
    switch answer {
    case .newest(let state): "newest \(state)"
    case .older(let state): "older \(state)"
    case .wait(let position): "wait \(position.offset)"
    case .none: "none"
    }
  }

  @Test func tablesAgreeOnPositionsThatAllOfThemHave() {
    var agreement = LogAgreement(from: .zero)
    #expect(words(states((10, "a"), (20, "b")).answer(&agreement, applied: position(25))) == "newest b")
    // Another table that has not received the last change yet, and then has received more.
    #expect(words(states((5, "x")).answer(&agreement, applied: position(19))) == "wait 20")
    #expect(words(states((5, "x")).answer(&agreement, applied: position(22))) == "newest x")
    #expect(agreement.low == position(20) && agreement.high == position(22))
    #expect(words(states((5, "p"), (21, "q"), (23, "r")).answer(&agreement, applied: position(30))) == "older q")
    #expect(agreement.low == position(21) && agreement.high == position(22))
    #expect(words(states((23, "r")).answer(&agreement, applied: position(30))) == "none")
    agreement.isBroken = true
    #expect(words(states((23, "r")).answer(&agreement, applied: position(24))) == "newest r")
  }

  @Test func whatIsAsOldAsAGapIsForgotten() {
    var recent = states((10, "a"), (20, "b"), (20, "c"))
    var agreement = LogAgreement(from: .zero)
    agreement.narrow(to: position(12), position(15))
    #expect(words(recent.answer(&agreement, applied: position(40))) == "older a")
    recent.add("d", from: position(40), isBehindGap: true)
    #expect(words(recent.answer(&agreement, applied: position(40))) == "none" && recent.newest == position(40))
  }

  @Test("tables that are read at random agree on common states", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    // Each table's state is the position of its last change.
    let changes = (0..<3).map { _ in (1...60).filter { _ in Int.random(in: 0..<6, using: &dice) == 0 } }
    let applied = (0..<3).map { _ in Int.random(in: 30...60, using: &dice) }
    var agreement = LogAgreement(from: .zero)
    var answers: [Int: Int] = [:]
    for table in [0, 1, 2].shuffled(using: &dice) {
      var states = RecentStates<Int>()
      states.keepMore()
      states.add(0, from: .zero)
      for change in changes[table] where change <= applied[table] { states.add(change, from: position(UInt64(change))) }
      switch states.answer(&agreement, applied: position(UInt64(applied[table]))) {
      case .newest(let state), .older(let state): answers[table] = state
      case .wait, .none: break
      }
    }
    let isTogether = (0...60).contains { moment in
      answers.allSatisfy { table, state in state == (changes[table].last { $0 <= moment } ?? 0) }
    }
    #expect(isTogether && !answers.isEmpty, "seed \(seed)")
  }
}
#endif
