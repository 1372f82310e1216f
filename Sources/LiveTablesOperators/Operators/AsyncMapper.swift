public import TableDiff

/// Which rows are being mapped, which wait for that, and what has come of the others.
///
/// Pure: every event answers with what to start and what to cancel. A row is known by its identity; of several with one
/// identity, the first is mapped.
@usableFromInline
package struct AsyncMapper<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>:
  Sendable
{
  @usableFromInline package typealias Identity = SourceRow.Identity

  /// The work for one content of a row.
  @usableFromInline package struct Job: Sendable {
    @usableFromInline package let number: Int
    @usableFromInline package let row: SourceRow

    @inlinable init(number: Int, row: SourceRow) {
      self.number = number
      self.row = row
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline var map: MapOperator<Section, SourceRow, Row>
  @usableFromInline var index = RowIndex(TableSnapshot<Section, SourceRow>())
  /// The jobs that run or wait, by their rows.
  @usableFromInline var jobs: [Identity: Int] = [:]
  @usableFromInline var running: Set<Int> = []
  @usableFromInline var waiting: [Job] = []
  @usableFromInline var count = 0

  /// - Parameters:
  ///   - limit: How many rows are mapped at a time.
  ///   - placeholder: What a row is until it is mapped.
  @inlinable package init(limit: Int, placeholder: @escaping @Sendable (SourceRow) -> Row) {
    self.limit = Swift.max(1, limit)
    map = MapOperator(placeholder)
  }

  /// The rows, mapped or not.
  @inlinable package var table: TableSnapshot<Section, Row> { map.derived }

  /// Follows the source.
  ///
  /// - Returns: The numbers of jobs to cancel.
  /// - Complexity: O(*k* log² *n*) for *k* rows.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, SourceRow>) -> [Int] {
    let (change, old, new) = (changeset.unstaged(from: map.source), changeset.source, changeset.target)
    map.follow(changeset)
    index.follow(changeset)
    var gone: [Identity] = []
    var changed: [SourceRow] = []
    if let change {
      for section in change.deletedSections { gone += old.sections[section].rows.map(\.identity) }
      for section in change.insertedSections { changed += new.sections[section].rows }
      for section in change.sections {
        let (before, after) = (old.sections[section.old].rows, new.sections[section.new].rows)
        gone += section.leaving.map { before[$0].identity } + section.updates.map { before[Int($0.old)].identity }
        changed += section.arrivals.filter(\.isChanged).map { after[$0.row] }
        changed += section.updates.map { after[Int($0.new)] }
      }
    } else {
      gone = Array(jobs.keys)
      changed = Array(new)
    }
    var cancelled: [Int] = []
    for id in gone + changed.map(\.identity) where change == nil || index.path(of: id) == nil { cancel(id, &cancelled) }
    for row in changed {
      cancel(row.identity, &cancelled)
      count += 1
      jobs[row.identity] = count
      waiting.append(Job(number: count, row: row))
    }
    if !cancelled.isEmpty {
      let all = Set(cancelled)
      waiting.removeAll { all.contains($0.number) }
    }
    return cancelled
  }

  @inlinable mutating func cancel(_ id: Identity, _ cancelled: inout [Int]) {
    guard let number = jobs.removeValue(forKey: id) else { return }
    running.remove(number)
    cancelled.append(number)
  }

  /// The jobs to start now.
  @inlinable package mutating func start() -> [Job] {
    let next = Array(waiting.prefix(Swift.max(0, limit - running.count)))
    waiting.removeFirst(next.count)
    running.formUnion(next.map(\.number))
    return next
  }

  /// A row was mapped.
  ///
  /// - Returns: Whether that is still of use.
  @inlinable package mutating func finish(_ job: Job, _ row: Row) -> Bool {
    guard jobs[job.row.identity] == job.number, let path = index.path(of: job.row.identity) else { return false }
    jobs[job.row.identity] = nil
    running.remove(job.number)
    map.derived.update(at: path) { $0 = row }
    return true
  }
}
