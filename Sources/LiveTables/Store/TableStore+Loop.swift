/// The loop that shows what is wanted. There is one for each view, which is why there is one difference in flight, and
/// why tables are shown in the order of their admission.
extension TableStore {
  typealias Applier = TableApplier<Section, Row>

  /// How often a difference may find that the screen has changed before the view is reloaded, which needs no base.
  private static var patience: Int { 3 }

  /// Keeps a view true until the stream is finished, the task is cancelled, or the view is gone or replaced.
  ///
  /// Owns two tasks: the loop, and one that listens to the user. They end together, and when they have ended nothing is
  /// left: everybody who waited has an answer.
  ///
  /// - Parameter isShown: Whether the view shows the wanted table already.
  func run(on applier: Applier, bells: Rings<Section, Row>.Bells, isShown: Bool) async -> EndReason {
    let session = applier.number
    guard machine.attach(as: session) else { return await end(session, on: applier, .replaced) }
    ring?.yield()  // a loop of a view that was here before finds that it has been replaced
    ring = applier.rings.loop
    base = isShown ? await applier.screen.base : nil
    let ending = await withTaskGroup(of: EndReason?.self) { tasks in
      tasks.addTask(priority: applier.options.priority) { await self.loop(session, on: applier, bells.loop) }
      tasks.addTask { await self.listen(session, to: bells.edits) }
      let first = await tasks.next() ?? nil
      tasks.cancelAll()  // also a difference that is being made for a view that has gone
      let second = await tasks.next() ?? nil
      return first ?? second
    }
    return await end(session, on: applier, ending)
  }

  /// The view is let go; what the user did there is merged, and everybody who waited has an answer.
  private func end(_ session: Int, on applier: Applier, _ ending: EndReason?) async -> EndReason {
    let (reason, untold) = await applier.close(ending)
    merge(untold, of: session)
    if session == machine.session {
      ring = nil
      base = nil
    }
    send(machine.close(reason, of: session), nil)
    return reason
  }

  private func loop(_ session: Int, on applier: Applier, _ bell: AsyncStream<Void>) async -> EndReason? {
    var stale = 0
    var wasDeferred = false
    applier.rings.loop.yield()
    for await _ in bell {
      orders: while true {
        let order: Machine.Order
        switch machine.next(for: session) {
        case .show(let next): order = next
        case .wait: break orders
        case .done(let reason): return reason
        }
        if wasDeferred {
          if await applier.putsOff() { break orders }
          wasDeferred = false
          continue orders
        }
        guard let outcome = await show(order, on: applier, reloads: stale >= Self.patience) else { return nil }
        switch outcome {
        case .staged: preconditionFailure("a change was left half way")
        case .applied(let applied, let now):
          stale = 0
          learn(now, of: session)
          send(machine.acknowledge(order.receipt), applied)
        case .stale(let now, let untold):
          stale += 1
          learn(now, of: session)
          merge(untold, of: session)
        case .deferred:
          wasDeferred = true
          break orders
        case .ended(let reason): return reason
        }
      }
    }
    return nil
  }

  /// Makes a change, and has it shown stage by stage.
  ///
  /// Each stage is a turn of its own on the main actor: in between, other tables and events have theirs.
  ///
  /// - Returns: `nil` if it was cancelled.
  private func show(_ order: Machine.Order, on applier: Applier, reloads: Bool) async -> Applier.Outcome? {
    let details = Applier.Details(
      superseded: order.superseded, told: order.told, isNews: order.isNews, notFound: order.notes.notFound())
    guard let base, !reloads, !(applier.options.alwaysReloads && order.isNews) else {
      let reason: ReloadReason = base == nil ? .firstTable : reloads ? .alwaysStale : .asked
      let change = PreparedChange(reloading: order.wanted, from: order.wanted, because: reason)
      return await applier.reload(change, because: reason, base: nil, details: details)
    }
    let change: PreparedChange<Section, Row>
    do {
      change = try await prepare(from: base.shown, to: order, budget: applier.options.budget)
    } catch {
      return nil
    }
    if let reason = change.reload {
      return await applier.reload(change, because: reason, base: base.stamp, details: details)
    }
    var outcome = Applier.Outcome.staged(base)
    var stage = 0
    while case .staged(let now) = outcome {
      outcome = await applier.apply(change, stage: stage, base: now.stamp, details: details)
      stage += 1
    }
    return outcome
  }

  /// The diff stage: off every actor, at the priority of the loop, until it is cancelled.
  @concurrent nonisolated private func prepare(
    from source: Content, to order: Machine.Order, budget: Int
  ) async throws -> PreparedChange<Section, Row> {
    try differencer.change(from: source, to: order.wanted, marks: order.notes.refreshed(), budget: budget) {
      try Task.checkCancellation()
    }
  }

  /// Hears of the user's edits as soon as they are made, also while a difference is being made or a drag is on.
  private func listen(_ session: Int, to bell: AsyncStream<Rings<Section, Row>.Screen>) async -> EndReason? {
    for await screen in bell {
      if base != nil { learn(screen.base, of: session) }
      merge(screen.untold, of: session)
      ring?.yield()
    }
    return nil
  }

  private func learn(_ now: ScreenMachine<Content, TableEdit<Section, Row>>.Base, of session: Int) {
    guard session == machine.session, now.stamp >= base?.stamp ?? 0 else { return }
    base = now
  }

  private func merge(_ untold: [Untold<TableEdit<Section, Row>>], of session: Int) {
    let news = machine.news(in: untold, of: session)
    guard let last = news.last else { return }
    var wanted = machine.wanted
    var notes: [EditNote<Section, Row>] = []
    for untold in news where wanted.apply(untold.edit) == .notFound { notes.append(.notFound(untold.edit)) }
    machine.merge(wanted, upTo: last.serial, of: session, notes: notes)
  }
}
