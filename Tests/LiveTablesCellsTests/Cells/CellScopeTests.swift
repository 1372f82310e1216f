@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells
import TestSupport
import Testing

@Suite("Cell scopes") @MainActor struct CellScopeTests {
  @Test("the end of a scope cancels its tasks before it returns")
  func tasks() async {
    let scope = CellScope()
    let begun = Gate()
    let over = Gate()
    scope.task {
      begun.open()
      await Gate().wait()  // waits forever unless it is cancelled
      #expect(Task.isCancelled)
      over.open()
    }
    await begun.wait()
    scope.end()
    await over.wait()
    #expect(scope.isEnded)
  }

  @Test("a finished task is released before its scope ends")
  func doneTasks() async {
    let scope = CellScope()
    scope.task {}
    scope.forEach(AsyncStream<Int> { $0.finish() }) { _ in }
    #expect(scope.tasks.count == 2)
    await until { scope.tasks.isEmpty }
  }

  @Test("a task that was enqueued when the scope ended never begins, and no task begins later")
  func onTheWay() async {
    let scope = CellScope()
    var begun = 0
    var kept: Gate? = Gate()
    weak let work = kept  // released with the closures
    scope.task { [kept] in begun += kept == nil ? 0 : 1 }
    scope.end()
    scope.task { [kept] in begun += kept == nil ? 0 : 1 }
    scope.forEach(AsyncStream { $0.yield(1) }) { [kept] _ in begun += kept == nil ? 0 : 1 }
    kept = nil
    await until { work == nil }
    #expect(begun == 0)
  }

  @Test("elements are delivered in order, and none after the end of the scope")
  func elements() async {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    let scope = CellScope()
    var received: [Int] = []
    scope.forEach(stream) { element in
      received.append(element)
      if element == 3 { scope.end() }
    }
    for element in 1...5 { input.yield(element) }
    await until { scope.isEnded }
    await until { if case .terminated = input.yield(6) { true } else { false } }  // the reader has ended
    #expect(received == [1, 2, 3])
  }

  @Test("an element is not delivered if the scope ends while its job is enqueued", arguments: 0..<200)
  func racing(run: Int) async {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    let scope = CellScope()
    var received = 0
    var kept: Gate? = Gate()
    weak let work = kept  // released with the closure
    scope.forEach(stream) { [kept] _ in
      #expect(!scope.isEnded && kept != nil)
      received += 1
    }
    kept = nil
    input.yield(1)
    if run % 20 == 19 { await until { received == 1 } } else { for _ in 0..<run % 20 { await Task.yield() } }
    scope.end()
    await until { work == nil }
  }

  @Test("an error of a sequence is reported, unless the scope has ended")
  func failure() async {
    let (stream, input) = AsyncThrowingStream.makeStream(of: Int.self)
    let scope = CellScope()
    var failure: (any Error)?
    var received: [Int] = []
    scope.forEach(stream, onFailure: { failure = $0 }) { received.append($0) }
    input.yield(1)
    input.finish(throwing: Broken(number: 7))
    await until { failure != nil }
    #expect(failure as? Broken == Broken(number: 7) && received == [1])
  }

  @Test("end handlers run once in reverse order, or at once if the scope has ended")
  func endings() {
    let scope = CellScope()
    var done: [Int] = []
    scope.onEnd { done.append(1) }
    scope.onEnd { done.append(2) }
    #expect(done.isEmpty)
    scope.end()
    scope.end()
    scope.onEnd { done.append(3) }
    #expect(done == [2, 1, 3])
  }

  @Test("a released scope has ended, and retains nothing")
  func released() async {
    var isOver = false
    var scope: CellScope? = CellScope()
    weak let weakScope = scope
    let begun = Gate()
    scope?.task {
      begun.open()
      await Gate().wait()
      isOver = true
    }
    await begun.wait()
    scope = nil
    await until { isOver }
    #expect(weakScope == nil)
  }
}
