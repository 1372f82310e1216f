import LiveTables
import LiveTablesTesting

/// Submits tables and edits to a store, one after another, and counts the results.
struct SoakProducer: Sendable {
  let store: TableStore<SampleSection, SampleRow>
  let steps: Int
  let isImpatient: Bool
  let stalls: Bool
  var random: SeededGenerator
  var tables: RandomTables

  @concurrent mutating func run() async -> SoakReport {
    var report = SoakReport(seed: random.seed)
    var table = tables.next()
    for _ in 0..<steps {
      report.submissions += 1
      let store = store
      let choice = random.roll(0...9)
      if choice < 5 { table = tables.next(after: table) }
      let (wanted, id) = (table, random.roll(0...40))
      let submission = Task {
        switch choice {
        case 0..<5: try await store.submit(wanted)
        case 5: try await store.edit(.append(SampleRow(10_000 + id)))
        case 6: try await store.edit { $0.remove(id: id) }
        case 7: try await store.edit(.replace(SampleRow(id, content: id % 4)))
        case 8: try await store.edit(.move(.id(id), to: .path(RowPath(section: 0, row: 0))))
        default: try await store.refresh(ids: [id, id + 1])
        }
      }
      if isImpatient, random.chance(1, in: 5) { submission.cancel() }
      switch await submission.result {
      case .success(let applied):
        report.answers += 1
        if applied.isSuperseded { report.superseded += 1 }
      case .failure(is CancellationError) where submission.isCancelled: report.cancelled += 1
      case .failure(TableError.ended): report.ended += 1
      case .failure(let error): report.problems.append("a submission ended with \(error)")
      }
      if random.chance(1, in: 3) { await Task.yield() }
      if stalls, random.chance(1, in: 12) { for _ in 0..<100 { await Task.yield() } }
    }
    return report
  }
}
