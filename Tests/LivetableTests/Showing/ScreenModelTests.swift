import Testing

@testable import livetable

/// Tests which state the screen presents next, without a screen.
@Suite struct ScreenModelTests {
  private func state(_ value: String, isBaseline: Bool = false) -> FeedTable {
    var table = feedTable([("1", [value, "y"])], time: 0)
    table.isBaseline = isBaseline
    return table
  }

  /// Performs the next update like the sink.
  @discardableResult private func show(_ model: inout ScreenModel) -> ScreenModel.Update {
    let update = model.next()
    switch update {
    case .past(let number): if let next = model.content(with: model.newest, past: number) { model.show(next) }
    case .table(let table, _): if let next = model.content(with: table, past: model.past) { model.show(next) }
    }
    return update
  }

  @Test func theNewestTableIsShownOnce() {
    var model = ScreenModel(Arrangement())
    let blank = [show(&model), show(&model)]
    #expect(blank == [.table(nil, isMarked: true), .table(nil, isMarked: true)] && model.shown == nil)
    let areShown = [model.take(state("a")), model.take(state("b"))]
    #expect(areShown == [true, true] && !model.isUpToDate)
    let updates = [show(&model), show(&model)]
    #expect(updates == [.table(state("b"), isMarked: true), .table(nil, isMarked: true)], "it is arranged again")
    #expect(model.isUpToDate)
    _ = model.take(state("c", isBaseline: true))
    let baseline = show(&model)
    #expect(baseline == .table(state("c", isBaseline: true), isMarked: false))
  }

  @Test func aPauseHoldsTablesBack() {
    var model = ScreenModel(Arrangement())
    model.isPaused = true
    let areShown = [model.take(state("a")), model.take(state("b"))]
    #expect(areShown == [false, false] && model.isUpToDate)
    #expect(model.mode == "PAUSED, 2 waiting, space continues")
    let held = show(&model)
    model.isPaused = false
    let shown = show(&model)
    #expect(held == .table(nil, isMarked: true) && shown == .table(state("b"), isMarked: true) && model.mode == nil)
  }

  @Test func thePastIsShownAsAChangeOfThePresent() {
    var model = ScreenModel(Arrangement())
    for value in ["a", "b", "c"] {
      _ = model.take(state(value))
      show(&model)
    }
    #expect(model.currentState(among: 0..<3) == 2)
    let (isOlder, isNewer) = (model.go(to: -1, among: 0..<3), model.go(to: 3, among: 0..<3))
    #expect(!isOlder && !isNewer && model.past == nil)
    let isThere = model.go(to: 1, among: 0..<3)
    #expect(isThere && model.past == 1 && model.mode == nil, "it is not shown yet")
    let past = show(&model)
    #expect(past == .past(1) && model.mode?.hasPrefix("PAST") == true)
    let isShown = model.take(state("d"))
    let same = show(&model)
    #expect(!isShown && same == .table(nil, isMarked: true), "a newer table waits")
    let isLast = model.go(to: 2, among: 0..<3)
    #expect(isLast && model.past == nil)
    let present = show(&model)
    #expect(present == .table(state("d"), isMarked: false) && model.isUpToDate)
  }

  @Test func keysRequestStepsInTheirOrder() {
    var model = ScreenModel(Arrangement())
    let row = Record(identity: "1", object: [:])
    for command in [.back, .forward, .previousChange, .nextChange, .detail, .now] as [ViewCommand] {
      model.request(command, row)
    }
    for command in [.previousChange, .detail] as [ViewCommand] { model.request(command, nil) }
    var steps: [ScreenModel.Step] = []
    while let step = model.nextStep() { steps.append(step) }
    #expect(
      steps == [
        .by(-1), .by(1), .toChange(of: row, isForward: false), .toChange(of: row, isForward: true), .page(of: row),
        .toPresent,
      ])
  }

  @Test func whatTheUserStopsIsAsBefore() {
    var model = ScreenModel(Arrangement())
    _ = model.take(state("a"))
    let before = show(&model)
    #expect(before == .table(state("a"), isMarked: true))
    let start = model
    _ = model.arranger.handle(.sortByCursor, cursor: "a")
    let arrangement = model.stop(nil)
    #expect(arrangement == Arrangement() && model == start)
    _ = model.stop(state("b"))
    let next = model.next()
    #expect(next == .table(state("b"), isMarked: true))
  }

  @Test func aSlowFilterIsReportedOnce() {
    var model = ScreenModel(Arrangement())
    let reports = ["a", "a", "b", "a"].map { model.isNewlySlow($0) }
    #expect(reports == [true, false, true, true])
  }

  @Test func anExpressionThatIsNoneIsNamed() {
    for (search, term) in [("/[/", "/[/"), ("A~[", "/[/"), ("B~[", nil)] {
      var model = ScreenModel(Arrangement(search: search))
      model.arranger.columns = ["A"]
      let text = model.emptyText(isTyping: false, isTooSlow: false)
      #expect(text.hasPrefix(term.map { "“\($0)” is not a regular expression" } ?? "no row matches “\(search)”"))
    }
  }

  @Test func notesSayWhatIdentifiesRowsAndWhatIsBad() {
    var model = ScreenModel(Arrangement(search: "x"))
    var table = feedTable([], identity: "id: PID")
    (table.badLineCount, table.hint) = (2, "titles in line 2? --skip 1")
    _ = model.take(table)
    show(&model)
    #expect(model.notes == ["/x", "id: PID", "2 invalid lines", "titles in line 2? --skip 1"])
    _ = model.take(feedTable([]))
    show(&model)
    #expect(model.notes == ["/x"], "that a column id identifies rows goes without saying")
  }

  @Test func anAnswerHidesTheMessageOfTheFeedForAWhile() {
    var messages = ScreenMessages()
    messages.note("running")
    messages.answer("copied")
    messages.note("still running")
    #expect(messages.text == "copied" && !messages.hasTrouble)
    messages.answer(nil)
    #expect(messages.text == "still running")
    messages.answer("copied")
    messages.report("failed", at: 0)
    #expect(messages.text == "failed" && messages.hasTrouble && messages.log.count == 1)
    messages.clear()
    var other = ScreenMessages()
    other.keep("failed", at: 0)
    #expect(messages == other)
  }
}
