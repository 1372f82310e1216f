@testable import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// The events while a table is diffed, and their expected answers.
extension SituationRun {
  private enum Step { case caller, user, newer }

  /// A pending answer, and the values that are expected in it.
  private struct Asked {
    let reply: Reply
    /// Whether a newer table was submitted afterwards.
    var isSuperseded = false
    /// The number of edits of this request that found nothing.
    var notFound = 0
  }

  func meanwhile() async throws {
    let first = screen
    if situation.window == .absent || situation.window == .comes { first.view?.leaveWindow() }
    if situation.drag == .before { first.link?.beginInteraction() }
    let held = situation.isHeld ? watch.holdNext() : nil
    var table = Asked(reply: submitNext())
    await held?.begun.wait()
    await received()
    if situation.drag == .during { first.link?.beginInteraction() }

    var shown = target
    var edit: Asked?
    var newer: Asked?
    var done: SituationEdit?
    for step in steps() {
      switch step {
      case .caller:
        let before = notFound
        edit = Asked(reply: callerEdits())
        edit?.notFound = notFound - before
        await received()
      case .user where situation.review == .accepts:
        _ = shown.apply(userEdits())
        if random.next().isMultiple(of: 2) { await received() }
      case .user:
        guard let edit = userActs() else { break }
        _ = shown.apply(edit.change)
        if situation.review == .refuses {
          refuse(edit)
          _ = shown.takeBack(edit)
        } else {
          done = edit
        }
        await merged()
      case .newer:
        newer = Asked(reply: submitNext())
        table.isSuperseded = true
        edit?.isSuperseded = true
        await received()
      }
    }
    if let done {
      refuse(done)
      _ = shown.takeBack(done)
      await merged()
    }
    await begin(first, table.reply)
    let reloads = first.witness.reloads
    if situation.drag == .none { await arm(first) }
    held?.barrier.open()
    if situation.drag != .none { await drop(first) }
    let asked = [table, edit, newer].compactMap { $0 }
    let modes = modes(after: shown, isMore: asked.count > 1)
    for (number, one) in asked.enumerated() where number > 0 || situation.end != .caller {
      let answer = await one.reply.value
      check(
        isRight(answer, one, modes, isFirst: number == 0),
        "answer \(number) is \(answer), after \(modes), superseded: \(one.isSuperseded)")
    }
    await settle(first, modes, since: reloads)
  }

  private func steps() -> [Step] {
    var steps: [Step] = []
    if situation.edits == .caller || situation.edits == .both { steps.append(.caller) }
    if situation.hasUsersEdit { steps.append(.user) }
    if situation.newer == .yes { steps.append(.newer) }
    return steps.shuffled(using: &random)
  }

  /// Performs the situation's `window` and `end` while the table is still diffed.
  private func begin(_ first: SituationScreen, _ table: Reply) async {
    if situation.window == .goes { first.view?.leaveWindow() }
    if situation.window == .comes { first.view?.enterWindow() }
    switch situation.end {
    case .none: break
    case .caller:
      table.cancel()
      let answer = await table.value
      check(answer == .cancelled || situation.isOpen, "a caller that is cancelled gets \(answer)")
    case .binding:
      binding.cancel()
      first.freeze()
    case .view: first.letGo()
    case .replaced: bindElsewhere()
    case .moved:
      await received()
      let other = SituationScreen()
      if situation.edits == .inside { userEditsInside(other) }
      bind(other)
      await until { other.link?.revision ?? 0 > 0 }
    }
  }

  private func arm(_ screen: SituationScreen) async {
    if situation.ending == nil { await received() }
    if situation.edits == .inside, situation.ending == nil, situation.end != .moved { userEditsInside(screen) }
    screen.arm(situation.refusal)
  }

  /// Continues the drag until the table is deferred, and then ends it.
  private func drop(_ first: SituationScreen) async {
    if situation.ending == nil, situation.end != .moved {
      if situation.isHeld || situation.drag == .before { await until { first.isDeferred } }
      if situation.hasUsersEdit {
        if situation.review == .accepts {
          userEdits()
        } else if let done = userActs() {
          refuse(done)
          await merged()
        }
      }
    }
    await arm(first)
    first.link?.endInteraction()
  }

  /// Returns the mode of each update: one for everything, or one for the first table and one for the rest.
  private func modes(after shown: SituationTarget, isMore: Bool) -> [AppliedMode] {
    guard situation.isShownAlone, isMore else { return [situation.mode] }
    return [situation.mode, situation.secondMode(isEmpty: shown.table == target.table)]
  }

  private func isRight(_ answer: SituationAnswer, _ asked: Asked, _ modes: [AppliedMode], isFirst: Bool) -> Bool {
    if situation.isOpen {
      switch answer {
      case .shown(let mode, let isSuperseded, _):
        if isSuperseded && !asked.isSuperseded { return false }
        return situation.isHeld || [situation.mode, .reload(.asked), .reload(.noView)].contains(mode)
      case .ended(let reason): return situation.store == .own && reason == situation.ending
      case .cancelled: return false
      }
    }
    if let reason = situation.ending {
      return situation.store == .own
        ? answer == .ended(reason)
        : answer == .shown(.reload(.noView), isSuperseded: false, notFound: asked.notFound)
    }
    if situation.isShownAlone, isFirst { return answer == .shown(modes[0], isSuperseded: false, notFound: 0) }
    return answer == .shown(modes[modes.count - 1], isSuperseded: asked.isSuperseded, notFound: notFound)
  }

  /// Waits until everything is on screen, and clears the view's faults.
  private func settle(_ first: SituationScreen, _ modes: [AppliedMode], since reloads: Int) async {
    let screen = screen
    if situation.ending == nil { await until { screen.link?.table == target.table } }
    first.view?.enterWindow()
    for screen in screens { screen.disarm() }
    if situation.ending != nil {
      let more = first.witness.reloads - reloads
      check(situation.end == .replaced || more == 0, "\(more) reloads after the end")
      return
    }
    await received()
    await until { screen.link?.table == target.table }
    check(screen.view?.drawn == target.table, "this is not the newest table with its edits")
    if situation.isOpen { return }
    let expected = modes.count { $0 != .batch }
    let more = screen.witness.reloads - (screen === first ? reloads : 0)
    check(more == expected, "\(more) reloads, not \(expected)")
    let faults = modes.count { $0 == .reload(.refused) || $0 == .reload(.changedOutside) }
    check(screen.diagnostics.now == faults, "\(screen.diagnostics.now) problems reported, not \(faults)")
  }
}
