import Testing

@testable import LiveTablesTerminal

@Suite struct OutputBacklogTests {
  @Test
  func whatTheTerminalDoesNotTakeWaitsAndComesInOrder() {
    var backlog = OutputBacklog()
    backlog.append(Array(0..<10))
    var taken: [UInt8] = []
    var answers: [TerminalDevice.Transfer] = [.done(3), .done(0), .wouldBlock]
    func write(_ bytes: ArraySlice<UInt8>) -> TerminalDevice.Transfer {
      let answer = answers.isEmpty ? .done(bytes.count) : answers.removeFirst()
      if case .done(let count) = answer { taken += bytes.prefix(count) }
      return answer
    }
    #expect(backlog.drain(write) == .wouldBlock)
    #expect(!backlog.isEmpty && taken == [0, 1, 2])
    #expect(backlog.drain(write) == .done(0))
    #expect(backlog.isEmpty && taken == Array(0..<10))
  }

  @Test("output during a frame is written after it") func whatIsSentComesBehindAFrame() {
    var backlog = OutputBacklog()
    backlog.append([1, 2, 3])
    var taken: [UInt8] = []
    let isFull = backlog.drain { bytes in
      if !taken.isEmpty { return .wouldBlock }
      taken += bytes.prefix(1)
      return .done(1)
    }
    backlog.append([4, 5])
    #expect(isFull == .wouldBlock && !backlog.isEmpty)
    _ = backlog.drain { bytes in
      taken += bytes
      return .done(bytes.count)
    }
    #expect(taken == [1, 2, 3, 4, 5] && backlog.isEmpty)
  }

  @Test func aTerminalThatIsGoneTakesNothing() {
    var backlog = OutputBacklog()
    backlog.append([1, 2])
    #expect(backlog.drain { _ in .hungUp } == .hungUp)
    backlog.removeAll()
    #expect(backlog.isEmpty)
    backlog.append([3])
  }
}
