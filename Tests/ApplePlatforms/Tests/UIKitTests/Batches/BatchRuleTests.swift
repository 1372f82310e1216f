import Foundation
import LiveTablesTesting
import TableDiff
import Testing

@testable import UIKit

/// Compares the batch rules of the test doubles with those of the library, which are implemented independently.
@Suite("Rules of batches") struct BatchRuleTests {
  @Test("The test doubles apply the same batch rules as the library") func likeTheLibrary() {
    var legal = 0
    for seed in UInt64(0)..<60_000 {
      var random = SeededGenerator(seed: seed)
      let (batch, before, after) = Self.batch(&random)
      let theirs = batch.failure(before: before, after: after, wording: .rows) ?? batch.strictFailure()
      let operations = Self.operations(batch)
      var own: BatchError?
      do { try operations.validate(before: before, after: after) } catch { own = error }
      #expect(
        (theirs == nil) == (own == nil),
        "seed \(seed): \(before) → \(after), \(operations): \(theirs?.reason ?? "fine") against \(own?.description ?? "fine")"
      )
      if own == nil { legal += 1 }
    }
    #expect(legal > 5_000, "only \(legal) batches were legal")
  }

  /// Returns a small random batch, with counts that usually match it.
  private static func batch(_ random: inout SeededGenerator) -> (StandInBatch, [Int], [Int]) {
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let before = (0..<pick(0...3)).map { _ in pick(0...3) }
    var batch = StandInBatch()
    let section = before.count
    for _ in 0..<pick(0...3) {
      let path = IndexPath(row: pick(0...3), section: pick(0...max(0, section - 1)))
      let other = IndexPath(row: pick(0...3), section: pick(0...max(0, section - 1)))
      switch pick(0...9) {
      case 0: batch.deletedSections.append(path.section)
      case 1: batch.insertedSections.append(path.section + pick(0...1))
      case 2: batch.movedSections.append(.init(path.section, other.section))
      case 3, 4: batch.deleted.append(path)
      case 5, 6: batch.inserted.append(path)
      case 7: batch.moved.append(.init(path, other))
      case 8: batch.reloaded.append(path)
      default: if pick(0...3) == 0 { batch.reloadedSections.append(path.section) }
      }
    }
    let count = before.count + Set(batch.insertedSections).count - Set(batch.deletedSections).count
    var after = (0..<max(0, count)).map { _ in pick(0...3) }
    for (old, new) in batch.survivors(before: before.count, after: after.count)
    where before.indices.contains(old) && after.indices.contains(new) {
      let more = Set(batch.inserted).count { $0.section == new } + Set(batch.moved).count { $0.target.section == new }
      let less = Set(batch.deleted).count { $0.section == old } + Set(batch.moved).count { $0.source.section == old }
      after[new] = max(0, before[old] + more - less)
    }
    if pick(0...9) == 0, !after.isEmpty { after[0] += 1 }
    return (batch, before, after)
  }

  private static func operations(_ batch: StandInBatch) -> BatchOperations {
    func path(_ index: IndexPath) -> RowPath { RowPath(section: index.section, row: index.row) }
    var operations = BatchOperations()
    operations.deletedSections = batch.deletedSections
    operations.insertedSections = batch.insertedSections
    operations.reloadedSections = batch.reloadedSections
    operations.movedSections = batch.movedSections.map { BatchMove(from: $0.source, to: $0.target) }
    operations.deletedRows = batch.deleted.map(path)
    operations.insertedRows = batch.inserted.map(path)
    operations.updatedRows = batch.reloaded.map(path)
    operations.movedRows = batch.moved.map { BatchMove(from: path($0.source), to: path($0.target)) }
    return operations
  }
}
