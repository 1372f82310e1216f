import LiveTables
import TestSupport
import Testing

struct BatchRuleVectorTests {
  @Test(arguments: KnownFailure.all)
  func viewsSayWhatTheyAreKnownToSay(failure: KnownFailure) {
    let rule = broken { () throws(BatchError) in
      try failure.batch.validateAsViewsDo(before: failure.before, after: failure.after)
    }
    #expect(rule == failure.viewRule)
  }

  @Test(arguments: KnownFailure.all)
  func knownFailuresAreRejected(failure: KnownFailure) {
    let rule = broken { () throws(BatchError) in
      try failure.batch.validate(before: failure.before, after: failure.after)
    }
    #expect(rule == failure.rule)
  }

  @Test(arguments: KnownFailure.all)
  func knownFailuresCannotBeApplied(failure: KnownFailure) {
    let before = failure.before.map { (value: 0, rows: [Int](repeating: 0, count: $0)) }
    let after = failure.after.map { (value: 0, rows: [Int](repeating: 0, count: $0)) }
    let rule = broken { () throws(BatchError) in _ = try failure.batch.apply(to: before, target: after) }
    #expect(rule == failure.rule)
  }
}
