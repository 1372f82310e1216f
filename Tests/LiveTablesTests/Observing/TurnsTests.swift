import Testing

@testable import LiveTables

/// Who may change something.
@MainActor struct TurnsTests {
  @Test("when a turn ends, that of the caller who waits begins")
  func turnIsPassedOn() async {
    var turns = Turns()
    let (isFirst, isSecond) = (turns.begin(), turns.begin())
    #expect(isFirst && !isSecond)
    await withCheckedContinuation { caller in
      turns.wait(caller)
      turns.end()
      let isFree = turns.begin()
      #expect(!isFree, "a caller has the turn")
      if isFree { caller.resume() }
    }
    turns.end()
    let isFree = turns.begin()
    #expect(isFree)
  }
}
