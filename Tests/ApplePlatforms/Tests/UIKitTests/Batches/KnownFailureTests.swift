import Foundation
import Testing

@testable import UIKit

/// Tests of batches that crashed apps.
@Suite("Known failures of batches") struct KnownFailureTests {
  private typealias Move = StandInBatch.Move

  private func failure(_ before: [Int], _ after: [Int], _ change: (inout StandInBatch) -> Void) -> String? {
    var batch = StandInBatch()
    change(&batch)
    return batch.failure(before: before, after: after, wording: .rows)?.reason
  }

  private func strictFailure(_ before: [Int], _ after: [Int], _ change: (inout StandInBatch) -> Void) -> String? {
    var batch = StandInBatch()
    change(&batch)
    #expect(batch.failure(before: before, after: after, wording: .rows) == nil, "UIKit lets it pass")
    return batch.strictFailure()?.reason
  }

  @Test("a reloaded section that also moves raises") func listKit690() {
    let reason = failure([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]) {
      $0.movedSections = [Move(2, 4)]
      $0.reloadedSections = [3]
      $0.deletedSections = [4]
      $0.insertedSections = [2]
    }
    #expect(reason == "attempt to perform an insert and a move to the same section (4)")
  }

  @Test("a reloaded row that also moves raises") func forum80812() {
    let reason = failure([4], [3]) {
      $0.deleted = [.at(0, 1)]
      $0.moved = [Move(.at(0, 0), .at(0, 1)), Move(.at(0, 3), .at(0, 0))]
      $0.reloaded = [.at(0, 2)]
    }
    #expect(reason?.hasPrefix("attempt to perform an insert and a move to the same index path") == true)
  }

  @Test("a reloaded row in a moving section raises") func radar27041784() {
    let reason = failure([3, 3], [3, 3]) {
      $0.reloaded = [.at(1, 0)]
      $0.movedSections = [Move(1, 0)]
    }
    #expect(reason?.hasPrefix("Invalid update: invalid number of rows in section") == true)
  }

  @Test("a reload beside insertions and deletions raises") func forum751732() {
    let reason = strictFailure([10, 20, 30], [11, 21, 29]) {
      $0.inserted = [.at(0, 0), .at(1, 2)]
      $0.reloaded = [.at(1, 1)]
      $0.deleted = [.at(2, 1)]
    }
    #expect(reason?.hasPrefix("S2") == true)
  }

  @Test("rows inserted into moving sections raise") func insertsInMovedSections() {
    let listKit691 = strictFailure([3, 3, 3, 3, 3, 3, 3, 3], [3, 4, 3, 3, 3, 3, 3, 3, 3]) {
      $0.inserted = [.at(1, 0)]
      $0.insertedSections = [0]
      $0.movedSections = [Move(3, 1)]
    }
    #expect(listKit691?.hasPrefix("S1") == true)
    let bento51 = strictFailure([2, 2], [2, 1, 3]) {
      $0.insertedSections = [1]
      $0.movedSections = [Move(1, 2)]
      $0.inserted = [.at(2, 0)]
    }
    #expect(bento51?.hasPrefix("S1") == true)
  }

  @Test("a row that moves into a new section, or out of a deleted one, raises") func movesAcross() {
    let indexPathTools13 = failure([2, 2], [2, 1, 1]) {
      $0.insertedSections = [2]
      $0.moved = [Move(.at(1, 0), .at(2, 0))]
    }
    #expect(indexPathTools13 == "attempt to move a row into section 2, which is inserted in the same update")
    let dataSourcesKit12 = failure([1, 1], [2]) {
      $0.deletedSections = [0]
      $0.moved = [Move(.at(0, 0), .at(0, 0))]
    }
    #expect(dataSourcesKit12 == "attempt to move a row from section 0, which is deleted in the same update")
  }

  @Test("sections are reloaded as a whole") func radar28163205() {
    #expect(strictFailure([4, 0], [5, 0]) { $0.reloadedSections = [0, 1] }?.hasPrefix("S3") == true)
  }
}
