import Testing

@testable import TableDiff

@Suite("Runs that two trees share")
struct SharedRunsTests {
  private let array = Array(0..<40)

  private func runs(_ pass: (inout SharedRuns) -> Void) -> SharedRuns {
    var found = SharedRuns(stride: MemoryLayout<Int>.stride)
    pass(&found)
    return found
  }

  @Test("leaves that share a part of their memory share that part in either order", arguments: [true, false])
  func partsOfLeaves(isOldFirst: Bool) {
    withExtendedLifetime(array) {
      let found = runs { found in
        let (one, two) = (Segment(array[5..<20], at: 0), Segment(array[10..<30], at: 0))
        if isOldFirst { found.passOld(one) }
        found.passNew(two)
        if !isOldFirst { found.passOld(one) }
      }
      #expect(found.runs == [Run(old: 5, new: 0, count: 10, isShared: true)])
      #expect(found.end == (15, 20))
      // The old side is finished, and the end of the new side is pending.
      #expect(found.place == (15, 10))
    }
  }

  @Test("consecutive runs are joined, also after equal nodes")
  func runsThatFollowEachOther() {
    withExtendedLifetime(array) {
      let found = runs { found in
        found.passBoth(7)
        found.passOld(Segment(array[0..<10], at: 7))
        found.passNew(Segment(array[0..<4], at: 7))
        found.passNew(Segment(array[4..<10], at: 11))
      }
      #expect(found.runs == [Run(old: 0, new: 0, count: 17, isShared: true)])
      #expect(found.end == (17, 17) && found.place == (17, 17))
    }
  }

  @Test("postponed nodes before a match are not used again")
  func whatWaitsBefore() {
    withExtendedLifetime(array) {
      let found = runs { found in
        for start in [0, 10, 20] { found.passOld(Segment(array[start..<start + 10], at: start)) }
        found.passNew(Segment(array[12..<16], at: 0))
        found.passNew(Segment(array[0..<10], at: 4))
      }
      #expect(found.runs == [Run(old: 12, new: 0, count: 4, isShared: true)])
      #expect(found.place == (16, 4))
    }
  }

  @Test("the next step is determined by the heights of the next nodes and by postponed nodes")
  func steps() {
    withExtendedLifetime(array) {
      let none = runs { _ in }
      #expect(none.next((-1, -1)) == .finish && none.next((-1, 0)) == .finish && none.next((2, -1)) == .finish)
      #expect(none.next((1, 0)) == .descend && none.next((0, 3)) == .descend)
      #expect(none.next((0, 0)) == .passOld)
      let old = runs { $0.passOld(Segment(array[0..<4], at: 0)) }
      #expect(old.next((0, 0)) == .passNew && old.next((1, 1)) == .passNew && old.next((-1, 0)) == .passNew)
      #expect(old.next((1, -1)) == .finish && old.next((-1, -1)) == .finish)
      let new = runs { $0.passNew(Segment(array[0..<4], at: 0)) }
      #expect(new.next((0, 0)) == .passOld && new.next((0, -1)) == .passOld && new.next((-1, 0)) == .finish)
      // One side has 33 pending leaves.
      let many = runs { found in for index in 0..<33 { found.passOld(Segment(array[index...index], at: index)) } }
      #expect(many.next((0, 0)) == .giveUp && many.next((-1, 0)) == .giveUp)
      let fewer = runs { found in for index in 0..<32 { found.passNew(Segment(array[index...index], at: index)) } }
      #expect(fewer.next((0, 0)) == .passOld)
    }
  }

  @Test("leaves out of order keep as many elements in order as possible")
  func leavesOutOfOrder() {
    withExtendedLifetime(array) {
      let old = [Segment(array[0..<10], at: 0), Segment(array[10..<14], at: 10), Segment(array[14..<30], at: 14)]
      let new = [Segment(array[14..<30], at: 0), Segment(array[0..<10], at: 16), Segment(array[10..<14], at: 26)]
      let found = SharedRuns.runs(old, new, stride: MemoryLayout<Int>.stride)
      #expect(found == [Run(old: 14, new: 0, count: 16, isShared: true)])
    }
  }
}
