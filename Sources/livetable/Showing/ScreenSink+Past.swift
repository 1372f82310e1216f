import LiveTables
import LiveTablesTerminal

/// Methods for keys that use the history.
extension ScreenSink {
  func takeSteps() async {
    while let step = model.nextStep() {
      let numbers = await history.read(\.numbers)
      let current = model.currentState(among: numbers)
      switch step {
      case .toPresent: model.goToPresent()
      case .page(let row): await showPage(of: row)
      case .by(let count):
        go(to: current + count, among: numbers, or: count < 0 ? "there is no older state" : "this is the present")
      case .toTime(let time):
        go(to: await history.read { $0.number(at: time) }, among: numbers, or: "there is no state that old")
      case .toChange(let row, let isForward):
        let number = await history.read { $0.change(of: row.identity, from: current, isForward: isForward) }
        go(to: number, among: numbers, or: "the row has no \(isForward ? "later" : "earlier") change")
      }
    }
  }

  /// Moves to a state, or shows a message if there is none.
  private func go(to number: Int?, among numbers: Range<Int>, or message: String) {
    if model.go(to: number, among: numbers) { status.endHint() } else { status.hint(message) }
  }

  /// Shows all columns of a row.
  ///
  /// The values are loaded from the newest to the oldest, while the page is open.
  private func showPage(of row: Record) async {
    var page = RowPage(row: row, versions: [])
    for name in row.object.columns.names { page.styles[name] = rows.styled(RowColumn(name, isExact: true)).style }
    view.page = page.page
    var end = await history.read(\.numbers).upperBound
    var shown = ContinuousClock.now - Self.pageInterval
    while !page.isComplete {
      let older = await history.read { [end] in $0.versions(of: row.identity, before: end) }
      // The user may have closed the page, or opened another one.
      if view.page?.title != page.page.title { return }
      if let older {
        page.versions.insert(contentsOf: older.versions, at: 0)
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
}
