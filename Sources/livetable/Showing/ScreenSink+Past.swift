import LiveTables
import LiveTablesTerminal

/// What keys do that look into the history.
extension ScreenSink {
  /// Does what keys have asked for since the last time, in their order.
  func takeSteps() async {
    while !steps.isEmpty {
      let (command, row) = steps.removeFirst()
      switch command {
      case .now: past = nil
      case .time:
        guard !times.isEmpty else { continue }
        let numbers = await history.numbers()
        if let number = await history.number(at: times.removeFirst()) {
          go(to: number, numbers)
        } else {
          hint("there is nothing so old")
        }
      case .back, .forward: await travel(by: command == .back ? -1 : 1)
      case .previousChange, .nextChange:
        if let row { await travel(toChangeOf: row, isForward: command == .nextChange) }
      case .detail:
        guard let row else { continue }
        let moments = await history.moments(of: row.identity)
        view.page = RowPage(row: row, moments: moments).page
      default: break
      }
    }
  }

  private func travel(by step: Int) async {
    let numbers = await history.numbers()
    let next = (past ?? numbers.upperBound - 1) + step
    guard numbers.contains(next) else {
      hint(step < 0 ? "there is nothing older" : "this is now")
      return
    }
    go(to: next, numbers)
  }

  private func travel(toChangeOf row: Record, isForward: Bool) async {
    let changes = await history.moments(of: row.identity).map(\.number)
    let numbers = await history.numbers()
    let place = past ?? numbers.upperBound - 1
    guard let next = isForward ? changes.first(where: { $0 > place }) : changes.last(where: { $0 < place }) else {
      hint("the row has no \(isForward ? "later" : "earlier") change")
      return
    }
    go(to: next, numbers)
  }

  private func go(to number: Int, _ numbers: Range<Int>) {
    past = number == numbers.upperBound - 1 ? nil : number
    if !hasTrouble { (view.message, hintEnd) = (nil, .now) }
  }
}
