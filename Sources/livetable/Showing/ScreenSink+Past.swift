import LiveTables
import LiveTablesTerminal

/// Keys that use the history.
extension ScreenSink {
  /// Performs the steps that keys have requested, in order.
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
        if let row { await showPage(of: row) }
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
    let numbers = await history.numbers()
    let place = past ?? numbers.upperBound - 1
    guard let next = await history.change(of: row.identity, from: place, isForward: isForward) else {
      hint("the row has no \(isForward ? "later" : "earlier") change")
      return
    }
    go(to: next, numbers)
  }

  /// Shows all columns of a row.
  ///
  /// The values are loaded from the newest to the oldest, while the page is open.
  private func showPage(of row: Record) async {
    var page = RowPage(row: row, moments: [])
    for name in row.object.columns.names { page.styles[name] = rows.settled(RowColumn(name, isExact: true)).style }
    view.page = page.page
    var end = await history.numbers().upperBound
    var shown = ContinuousClock.now - Self.pageInterval
    while !page.isComplete {
      let older = await history.moments(of: row.identity, before: end)
      // The user may have closed the page, or opened another one.
      if view.page?.title != page.page.title { return }
      if let older {
        page.moments.insert(contentsOf: older.moments, at: 0)
        end = older.next
      } else {
        page.isComplete = true
      }
      guard page.isComplete || ContinuousClock.now - shown >= Self.pageInterval else { continue }
      view.page?.content = page.page.content
      shown = .now
    }
  }

  private static let pageInterval = Duration.milliseconds(100)

  private func go(to number: Int, _ numbers: Range<Int>) {
    past = number == numbers.upperBound - 1 ? nil : number
    endHint()
  }
}
