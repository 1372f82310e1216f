@testable import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Runs a situation and compares its results with the expected ones.
@MainActor final class SituationRun {
  typealias Store = TableStore<SampleSection, Watched>
  typealias Reply = Task<SituationAnswer, Never>

  let situation: Situation
  let store: Store
  let watch = Watched.Watch()
  private(set) var target: SituationTarget
  private(set) var screens: [SituationScreen] = [SituationScreen()]
  private(set) var binding: TableBinding<SampleSection, Watched>
  private(set) var problems: [String] = []
  /// The number of edits that found nothing.
  var notFound = 0
  var random: SeededGenerator
  private var tables: RandomTables
  private var changes = 0
  /// The revision of the store once it has received everything.
  private var version = 0

  init(_ situation: Situation) throws {
    self.situation = situation
    random = SeededGenerator(seed: situation.seed)
    tables = RandomTables(seed: situation.seed, situation.twins == .some ? .duplicates : RandomTables.Kind())
    let first = SituationTarget(tables.next(), number: 0, hasTwins: situation.twins == .some, watch: watch)
    target = first
    let screen = screens[0]
    let options = screen.options(situation.budget)
    let view = try #require(screen.view)
    binding =
      situation.store == .own
      ? view.show(first.table, options: options) : view.bind(Store(first.table), options: options)
    store = binding.store
  }

  /// The screen that was bound last.
  var screen: SituationScreen { screens[screens.count - 1] }

  func check(_ isRight: Bool, _ problem: @autoclosure () -> String) { if !isRight { problems.append(problem()) } }

  /// Runs the situation and returns all problems.
  func allProblems() async throws -> [String] {
    await until { screen.link?.revision == 1 }
    try await meanwhile()
    if try await afterwards() { try await finish() }
    for screen in screens {
      problems += screen.witness.problems
      if let view = screen.view {
        problems += view.violations.map { "\($0)" }
        check(view.mismatch == nil, "what is drawn is not what is shown")
      }
    }
    return problems
  }

  // MARK: - Events

  /// Submits another table.
  func submitNext() -> Reply {
    for screen in screens { screen.overrulesAll() }
    target = SituationTarget(
      tables.next(), number: target.number + 1, hasTwins: situation.twins == .some, watch: watch)
    version += 1
    return reply { [store, table = target.table] in try await store.submit(table) }
  }

  /// Makes an edit as a caller.
  func callerEdits() -> Reply {
    let change = nextChange()
    for screen in screens { screen.overrules(change) }
    return reply { [store, watch] in try await store.edit(change.edit(watch)) }
  }

  /// Makes an edit as the user.
  @discardableResult func userEdits() -> SituationChange {
    let change = nextChange()
    screen.edit(change, watch)
    return change
  }

  /// Makes a user edit that can be refused.
  func userActs() -> SituationEdit? {
    changes += 1
    guard let done = screen.act(changes, watch, using: &random) else { return nil }
    if !target.apply(done.change) { notFound += 1 }
    return done
  }

  /// Refuses a user's edit.
  func refuse(_ done: SituationEdit) {
    screen.refuse(done)
    if !target.takeBack(done) { notFound += 1 }
  }

  /// Waits until the store has received the user's edits, and adopts its revision.
  func merged() async {
    guard let applier = screen.link?.applier else { return }
    await until { await !store.lacks(applier.machine.unmerged, of: applier.bindingNumber) }
    version = await store.state.revision
  }

  /// Makes an edit as the user when the next row is drawn.
  func userEditsInside(_ screen: SituationScreen) {
    screen.view?.onDraw = { [weak self, weak view = screen.view] _, _ in
      guard let self, let view else { return }
      view.onDraw = nil
      view.link.edit(nextChange().edit(watch))
    }
  }

  private func nextChange() -> SituationChange {
    changes += 1
    let change = SituationChange(changes, of: target, using: &random)
    version += 1
    if !target.apply(change) { notFound += 1 }
    return change
  }

  private func reply(
    _ body: @escaping @MainActor () async throws -> AppliedChangeset<SampleSection, Watched>
  ) -> Reply {
    Task {
      do {
        let applied = try await body()
        return .shown(applied.mode, isSuperseded: applied.isSuperseded, notFound: applied.notFound.count)
      } catch TableError.ended(let reason) {
        return .ended(reason)
      } catch {
        return .cancelled
      }
    }
  }

  /// Waits until the store has received everything.
  func received() async { await until { await store.state.revision >= version } }

  func bind(_ screen: SituationScreen) {
    if screen !== self.screen { screens.append(screen) }
    if let view = screen.view { binding = view.bind(store, options: screen.options(situation.budget)) }
  }

  /// Binds the view to another store.
  func bindElsewhere() {
    screen.overrulesAll()
    let other = SituationTarget(tables.next(), number: 0, hasTwins: false, watch: Watched.Watch())
    screen.view?.bind(Store(other.table))
  }

  // MARK: - The end

  /// Continues as the situation's `next` specifies.
  ///
  /// - Returns: False if the store has ended.
  private func afterwards() async throws -> Bool {
    var isBound = situation.ending == nil
    if situation.store == .own {
      if situation.next == .alone, isBound { screen.letGo() }
      if situation.next == .alone || !isBound {
        let expected = SituationAnswer.ended(situation.ending ?? .viewGone)
        let answer = await submitNext().value
        check(answer == expected, "a store that has ended answers \(answer)")
        try await binding.finished
        return false
      }
    }
    if situation.next == .alone {
      if isBound, situation.seed.isMultiple(of: 2) { binding.cancel() } else { screen.letGo() }
      isBound = false
      let before = notFound
      let answers = [await submitNext().value, await callerEdits().value]
      let expected = [0, notFound - before].map {
        SituationAnswer.shown(.reload(.noView), isSuperseded: false, notFound: $0)
      }
      check(answers == expected, "a store without a view answers \(answers)")
    }
    if isBound, situation.next == .none { return true }
    let old = screen
    let isAgain = situation.next == .again && situation.store == .outlives && old.view != nil
    let next = isAgain ? old : SituationScreen()
    next.thaw()
    let (commits, reloads) = (next.witness.commits, next.witness.reloads)
    bind(next)
    await until { next.link?.table == target.table && next.witness.commits > commits }
    check(next.witness.commits == commits + 1, "\(next.witness.commits - commits) changes for a first table")
    check(next.witness.reloads == reloads + 1, "\(next.witness.reloads - reloads) reloads for a first table")
    if !isAgain, isBound {
      await until { old.link?.isBound != true }
      old.freeze()
    }
    return true
  }

  /// Submits a newer table and makes edits, and checks that each is shown once.
  private func finish() async throws {
    notFound = 0
    let answer = await submitNext().value
    if case .shown(_, isSuperseded: false, notFound: 0) = answer {} else { problems.append("at the end: \(answer)") }
    check(screen.view?.drawn == target.table, "this is not the newest table")
    let (commits, reloads) = (screen.witness.commits, screen.witness.reloads)
    userEdits()
    check(screen.witness.commits == commits + 1, "an edit is \(screen.witness.commits - commits) changes")
    await until { screen.witness.commits == commits + 2 }  // the store's table replaces the presented one
    if situation.review != .accepts, let done = userActs() {
      await until { screen.witness.commits == commits + 4 }
      refuse(done)
      check(screen.witness.commits == commits + 5, "a refusal is \(screen.witness.commits - commits - 4) changes")
      await until { screen.witness.commits == commits + 6 }
      await merged()
    }
    check(screen.witness.reloads == reloads, "an edit that is on screen is shown again")
    let last = await callerEdits().value
    if case .shown(_, isSuperseded: false, notFound: notFound) = last {} else { problems.append("at the end: \(last)") }
    await until { screen.view?.drawn == target.table }
    check(await store.table == target.table, "an edit is lost")
    binding.cancel()
    screen.freeze()
    try await binding.finished
  }
}

extension TableStore {
  /// Returns whether the target lacks some of a view's edits.
  fileprivate func lacks(_ unmerged: [UnmergedChange<UserChange<Section, Row>>], of bindingNumber: Int) -> Bool {
    !machine.news(in: unmerged, of: bindingNumber).isEmpty
  }
}
