public import Foundation

/// Batch updates, which raise an exception if they break a rule.
extension NSCollectionView {
  public func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
    noteAnimation()
    if let reason = reasonAgainstBatch {
      StandInException.raise("R8: \(reason)")
      updates?()
      standInReload()
      completionHandler?(false)
      return
    }
    if isReloadPending { standInTile() }
    let (before, now) = (knownCounts, readCounts())
    if before != now {
      StandInException.raise(
        "R0: the data was changed outside of a batch update: \(now) items where there are \(before)")
    }
    batch = StandInBatch()
    updates?()
    let batch = batch ?? StandInBatch()
    self.batch = nil
    let isLegal = end(batch, before: before)
    completionHandler?(isLegal)
  }

  private var reasonAgainstBatch: String? {
    if batch != nil { return "performBatchUpdates inside a batch update" }
    if standInIsTiling { return "performBatchUpdates in the middle of the layout" }
    if window == nil { return "performBatchUpdates on a view without a window" }
    return hasLayout ? nil : "performBatchUpdates before the first layout"
  }

  /// Adds a change to the current batch, or performs it as a separate batch after the data has changed.
  private func note(_ change: (inout StandInBatch) -> Void) {
    if batch != nil {
      change(&batch!)
      return
    }
    if let reason = reasonAgainstBatch { return StandInException.raise("R8: \(reason)") }
    var batch = StandInBatch()
    change(&batch)
    _ = end(batch, before: knownCounts)
  }

  private func end(_ batch: StandInBatch, before: [Int]) -> Bool {
    let after = readCounts()
    if let failure = batch.failure(before: before, after: after, wording: .items) ?? batch.strictFailure() {
      StandInException.raise(failure.reason, name: failure.name)
      standInReload()
      return false
    }
    counts = after
    heights = [:]
    let map = batch.mapping(before: before, after: after)
    let (oldItems, oldViews) = (items, views)
    items = [:]
    views = [:]
    standInSelected = Set(standInSelected.compactMap { map.target(of: $0) })
    for (path, item) in oldItems.sorted(by: { $0.key < $1.key }) {
      if let target = map.target(of: path) {
        items[target] = item
      } else {
        let now = items[path]
        takeAway(item, path)
        items[path] = now
      }
    }
    for (element, view) in oldViews {
      if let section = map.target(ofSection: element.path.section) {
        views[Element(kind: element.kind, path: IndexPath(item: element.path.item, section: section))] = view
      } else {
        let now = views[element]
        takeAway(view, element)
        views[element] = now
      }
    }
    standInTile()
    return true
  }

  public func insertSections(_ sections: IndexSet) { note { $0.insertedSections += sections } }
  public func deleteSections(_ sections: IndexSet) { note { $0.deletedSections += sections } }
  public func reloadSections(_ sections: IndexSet) { note { $0.reloadedSections += sections } }
  public func moveSection(_ section: Int, toSection newSection: Int) {
    note { $0.movedSections.append(StandInBatch.Move(section, newSection)) }
  }
  public func insertItems(at indexPaths: Set<IndexPath>) { note { $0.inserted += indexPaths } }
  public func deleteItems(at indexPaths: Set<IndexPath>) { note { $0.deleted += indexPaths } }
  public func reloadItems(at indexPaths: Set<IndexPath>) {
    noteAnimation()
    note { $0.reloaded += indexPaths }
  }

  private func noteAnimation() {
    standInAnimated.append(standInAnimates)
    standInAnimates = false
  }

  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    note { $0.moved.append(StandInBatch.Move(indexPath, newIndexPath)) }
  }
}
