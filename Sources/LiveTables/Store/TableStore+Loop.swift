/// The update loop of a view, which computes one diff at a time and shows tables in the order of their admission.
extension TableStore {
  typealias Applier = TableApplier<Section, Row>

  /// The number of outdated diffs after which the view is reloaded, because reloading requires no diff.
  private static var staleLimit: Int { 3 }

  /// Updates a view until the sequence is finished, the task is cancelled, or the view is deallocated or replaced.
  ///
  /// The update loop and a task that merges the user's edits run and end together. Then every waiting caller is
  /// answered.
  func run(on applier: Applier, isShown: Bool) async -> EndReason {
    let binding = applier.number
    // Edits made in earlier views may not have arrived yet, and belong to the first table of this view.
    if binding > 1 { for edits in await bindings.unmerged where edits.binding < binding { merge(edits) } }
    guard machine.attach(as: binding) else { return await end(binding, on: applier, .replaced) }
    waker?.send()  // the loop of the previous view finds out that it was replaced
    waker = applier.signals.waker
    let shown = isShown ? await applier.stampedTable : nil
    if binding == machine.binding { presented = shown }  // another view may have attached in the meantime
    let ending = await withTaskGroup(of: EndReason?.self) { tasks in
      tasks.addTask(priority: applier.priority) { await self.loop(binding, on: applier) }
      tasks.addTask { await self.listen(binding, to: applier.signals.edits) }
      let first = await tasks.next() ?? nil
      tasks.cancelAll()  // including a diff for a view that was deallocated
      let second = await tasks.next() ?? nil
      return first ?? second
    }
    return await end(binding, on: applier, ending)
  }

  /// Releases the view, merges the edits that the user made in it, and answers every waiting caller.
  private func end(_ binding: Int, on applier: Applier, _ ending: EndReason?) async -> EndReason {
    let (reason, unmerged, lastBound) = await applier.close(ending)
    merge(unmerged, of: binding)
    if binding == machine.binding {
      waker = nil
      presented = nil
    }
    waker?.send()  // the current view must show the merged edits
    send(machine.close(reason, of: binding, lastBound: lastBound), nil)
    return reason
  }

  private func loop(_ binding: Int, on applier: Applier) async -> EndReason? {
    var staleCount = 0
    var wasDeferred = false
    applier.signals.waker.send()
    for await _ in applier.signals.wakeups {
      orders: while true {
        let order: Machine.Order
        switch machine.next(for: binding) {
        case .show(let next): order = next
        case .wait: break orders
        case .done(let reason): return reason
        }
        if wasDeferred {
          machine.putOff(order)
          if await applier.defers() { break orders }
          wasDeferred = false
          continue orders
        }
        guard let outcome = await show(order, on: applier, reloads: staleCount >= Self.staleLimit) else { return nil }
        switch outcome {
        case .applied(let applied, let now):
          staleCount = 0
          updatePresented(now, of: binding)
          send(machine.acknowledge(order), applied)
        case .stale(let now, let unmerged):
          staleCount += 1
          updatePresented(now, of: binding)
          merge(unmerged, of: binding)
        case .deferred:
          wasDeferred = true
          machine.putOff(order)
          break orders
        case .ended(let reason): return reason
        }
      }
    }
    return nil
  }

  /// Compares the target with the shown table, and shows the change in batch updates.
  ///
  /// Each batch update runs as a separate job of the main actor. Other tables and events are handled in between.
  ///
  /// - Returns: The outcome, or `nil` if the task was cancelled.
  private func show(_ order: Machine.Order, on applier: Applier, reloads: Bool) async -> Applier.Outcome? {
    guard let presented, !reloads, !(applier.alwaysReloads && order.isNews) else {
      let reason: ReloadReason = presented == nil ? .firstTable : reloads ? .alwaysStale : .asked
      let change = PreparedChange(reloading: order.target, from: order.target, because: reason)
      return await applier.reload(change, because: reason, diffedFrom: nil, for: order)
    }
    let change: PreparedChange<Section, Row>
    do {
      change = try await prepare(from: presented.content, to: order, limit: applier.maximumBatchSize)
    } catch {
      return nil
    }
    if let reason = change.reload {
      return await applier.reload(change, because: reason, diffedFrom: presented.stamp, for: order)
    }
    var step = Applier.Step(from: presented.stamp)
    while true {
      switch await applier.apply(change, step, for: order) {
      case .staged(let next): step = next
      case .done(let outcome): return outcome
      }
    }
  }

  /// Computes the change outside of any actor, at the priority of the update loop, until the task is cancelled.
  @concurrent nonisolated private func prepare(
    from source: Content, to order: Machine.Order, limit: Int
  ) async throws -> PreparedChange<Section, Row> {
    try differencer.change(from: source, to: order.target, marks: order.notes.marks(), limit: limit) {
      try Task.checkCancellation()
    }
  }

  /// Merges the user's edits as soon as they are made, even during a diff or a drag.
  private func listen(_ binding: Int, to edits: AsyncStream<BindingSignals<Section, Row>.Screen>) async -> EndReason? {
    for await screen in edits {
      if presented != nil { updatePresented(screen.presented, of: binding) }
      merge(screen.unmerged, of: binding)
      waker?.send()
    }
    return nil
  }

  func updatePresented(_ newest: Applier.StampedTable, of binding: Int) {
    guard binding == machine.binding, newest.stamp >= presented?.stamp ?? 0 else { return }
    presented = newest
  }

  func merge(_ unmerged: UnmergedBatch<Section, Row>) { merge(unmerged.edits, of: unmerged.binding) }

  private func merge(_ unmerged: [UnmergedChange<UserChange<Section, Row>>], of binding: Int) {
    let news = machine.news(in: unmerged, of: binding)
    guard let last = news.last else { return }
    var editor = TableEditor(target)
    var hasOtherRows = false
    for new in news where !new.isReplaced(at: machine.newestTableTime, with: machine.marks) {
      if !new.marks.isEmpty { ahead.append(new) }
      // The screen keeps showing the edit until the first table arrives.
      if machine.target == nil { continue }
      if new.edit.undone.isEmpty {
        editor.apply(new.edit.edit)
      } else {
        editor.finder.noteStructure(in: editor.table)
        if editor.snapshot.apply(new.edit) == .notFound { editor.notes.append(.notFound(new.edit.edit)) }
        hasOtherRows = true
      }
    }
    // The refreshed rows are already on screen, but readers have not been notified.
    let notes = editor.notes.notFound().map { ChangeNote.notFound($0) }
    machine.merge(editor.snapshot, upTo: last.number, of: binding, notes: notes)
    note(refreshed: editor.refreshed, hasOtherRows: hasOtherRows || editor.finder.hasOtherRows)
  }
}
