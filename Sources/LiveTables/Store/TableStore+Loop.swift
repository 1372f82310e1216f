/// The update loop of a view, which computes one diff at a time and shows tables in the order of their admission.
extension TableStore {
  typealias Applier = TableApplier<Section, Row>

  /// The number of outdated diffs after which the view is reloaded, because reloading requires no diff.
  private static var staleLimit: Int { 3 }

  /// Updates a view until the sequence is finished, the task is cancelled, or the view is deallocated or replaced.
  ///
  /// The update loop and a task that merges the user's changes run and end together. Then every waiting caller is
  /// answered.
  func run(on applier: Applier, isShown: Bool) async -> EndReason {
    let bindingNumber = applier.bindingNumber
    // Edits made in earlier views may not have arrived yet, and belong to the first table of this view.
    if bindingNumber > 1 {
      for batch in await bindings.unmerged where batch.bindingNumber < bindingNumber { merge(batch) }
    }
    guard machine.attach(as: bindingNumber) else { return await end(bindingNumber, on: applier, .replaced) }
    waker?.send()  // the loop of the previous view finds out that it was replaced
    waker = applier.signals.waker
    let stamped = isShown ? await applier.stampedTable : nil
    if bindingNumber == machine.bindingNumber { presented = stamped }  // another view may have attached meanwhile
    let ending = await withTaskGroup(of: EndReason?.self) { tasks in
      tasks.addTask(priority: applier.priority) { await self.loop(bindingNumber, on: applier) }
      tasks.addTask { await self.listen(bindingNumber, to: applier.signals.editedScreens) }
      let first = await tasks.next() ?? nil
      tasks.cancelAll()  // including a diff for a view that was deallocated
      let second = await tasks.next() ?? nil
      return first ?? second
    }
    return await end(bindingNumber, on: applier, ending)
  }

  /// Releases the view, merges the changes that the user made in it, and answers every waiting caller.
  private func end(_ bindingNumber: Int, on applier: Applier, _ ending: EndReason?) async -> EndReason {
    let (reason, unmerged, lastBound) = await applier.close(ending)
    merge(unmerged, of: bindingNumber)
    if bindingNumber == machine.bindingNumber {
      waker = nil
      presented = nil
    }
    waker?.send()  // the current view must show the merged edits
    send(machine.close(reason, of: bindingNumber, lastBound: lastBound), nil)
    return reason
  }

  private func loop(_ bindingNumber: Int, on applier: Applier) async -> EndReason? {
    var staleCount = 0
    var wasDeferred = false
    applier.signals.waker.send()
    for await _ in applier.signals.wakeups {
      orders: while true {
        let order: Machine.Order
        switch machine.next(for: bindingNumber) {
        case .show(let next): order = next
        case .wait: break orders
        case .done(let reason): return reason
        }
        if wasDeferred {
          machine.putOff(order)
          if await applier.deferIfBusy() { break orders }
          wasDeferred = false
          continue orders
        }
        guard let outcome = await fulfill(order, on: applier, reloads: staleCount >= Self.staleLimit) else {
          return nil
        }
        switch outcome {
        case .applied(let applied, let now):
          staleCount = 0
          updatePresented(now, of: bindingNumber)
          send(machine.acknowledge(order), applied)
        case .stale(let now, let unmerged):
          staleCount += 1
          updatePresented(now, of: bindingNumber)
          merge(unmerged, of: bindingNumber)
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

  /// Diffs the target against the presented table, and shows the target in batch updates.
  ///
  /// Each batch update runs as a separate job of the main actor. Other tables and events are handled in between.
  ///
  /// - Returns: `nil` if the task was cancelled.
  private func fulfill(_ order: Machine.Order, on applier: Applier, reloads: Bool) async -> Applier.Outcome? {
    guard let presented, !reloads, !(applier.alwaysReloads && order.isNews) else {
      let reason: ReloadReason = presented == nil ? .firstTable : reloads ? .alwaysStale : .asked
      let update = PreparedUpdate(reloading: order.target, from: order.target, because: reason)
      return await applier.reload(update, because: reason, diffedFrom: nil, for: order)
    }
    let update: PreparedUpdate<Section, Row>
    do {
      update = try await prepare(from: presented.content, to: order, limit: applier.maximumBatchSize)
    } catch {
      return nil
    }
    if let reason = update.reloadReason {
      return await applier.reload(update, because: reason, diffedFrom: presented.stamp, for: order)
    }
    return await applier.apply(update, diffedFrom: presented.stamp, for: order)
  }

  /// Computes the update outside of any actor, at the priority of the update loop, until the task is cancelled.
  @concurrent nonisolated private func prepare(
    from source: Content, to order: Machine.Order, limit: Int
  ) async throws -> PreparedUpdate<Section, Row> {
    try differencer.update(from: source, to: order.target, hints: order.notes.hints(), limit: limit) {
      try Task.checkCancellation()
    }
  }

  /// Merges the user's changes as soon as they are made, even during a diff or a drag.
  private func listen(
    _ bindingNumber: Int, to screens: AsyncStream<BindingSignals<Section, Row>.EditedScreen>
  ) async -> EndReason? {
    for await screen in screens {
      if presented != nil { updatePresented(screen.presented, of: bindingNumber) }
      merge(screen.unmerged, of: bindingNumber)
      waker?.send()
    }
    return nil
  }

  func updatePresented(_ newest: Applier.StampedTable, of bindingNumber: Int) {
    guard bindingNumber == machine.bindingNumber, newest.stamp >= presented?.stamp ?? 0 else { return }
    presented = newest
  }

  func merge(_ batch: UnmergedBatch<Section, Row>) { merge(batch.changes, of: batch.bindingNumber) }

  private func merge(_ unmerged: [UnmergedChange<UserChange<Section, Row>>], of bindingNumber: Int) {
    let news = machine.news(in: unmerged, of: bindingNumber)
    guard let last = news.last else { return }
    var editor = TableEditor(target)
    var hasOtherRows = false
    for new in news where !new.isReplaced(at: machine.newestTableTime, with: machine.marks) {
      if !new.marks.isEmpty { changesAhead.append(new) }
      // The screen keeps showing the edit until the first table arrives.
      if machine.target == nil { continue }
      if new.change.reversals.isEmpty {
        editor.apply(new.change.edit)
      } else {
        editor.finder.noteStructure(in: editor.table)
        if editor.snapshot.apply(new.change) == .notFound { editor.notes.append(.notFound(new.change.edit)) }
        hasOtherRows = true
      }
    }
    // The refreshed rows are already on screen, but readers have not been notified.
    let notes = editor.notes.notFound().map { ChangeNote.notFound($0) }
    machine.merge(editor.snapshot, upTo: last.number, of: bindingNumber, notes: notes)
    note(refreshed: editor.refreshed, hasOtherRows: hasOtherRows || editor.finder.hasOtherRows)
  }
}
