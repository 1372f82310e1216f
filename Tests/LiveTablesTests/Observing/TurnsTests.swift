import Testing

@testable import LiveTables

/// Tests of the order in which callers get exclusive access.
struct TurnsTests {
  @Test("the end of a turn starts the next waiting caller's turn")
  func turnIsPassedOn() {
    var (turns, called) = (Turns(), [Int]())
    func wait(_ caller: Int, takesIt: Bool) {
      turns.wait {
        called.append(caller)
        return takesIt
      }
    }
    let isFree = [turns.begin(), turns.begin()]
    wait(1, takesIt: false)
    wait(2, takesIt: true)
    wait(3, takesIt: false)
    turns.end()
    #expect(isFree == [true, false] && called == [1, 2])
    let isFreeNow = turns.begin()
    #expect(!isFreeNow, "a caller has the turn")
    turns.end()
    let isFreeAtLast = turns.begin()
    #expect(isFreeAtLast && called == [1, 2, 3])
  }
}
