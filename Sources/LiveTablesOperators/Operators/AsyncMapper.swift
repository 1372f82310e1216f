public import LiveTables

/// The state of an asynchronous map: its running and waiting jobs, and the finished rows.
///
/// This type is a pure state machine. The method for each event returns the jobs to start or cancel. Rows are
/// identified by tokens, so rows with the same identity are mapped separately.
@usableFromInline
package struct AsyncMapper<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>:
  Sendable
{
  @usableFromInline typealias Token = RowTokens.Token

  /// A job that maps a row with its current content.
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
  @usableFromInline var tokens = RowTokens(rowCounts: [])
  /// The numbers of the running and waiting jobs, keyed by row.
  @usableFromInline var jobs: [Token: Int] = [:]
  @usableFromInline var places: [Int: (row: Token, section: Token)] = [:]
  @usableFromInline var running: Set<Int> = []
  /// The waiting jobs, keyed by number.
  ///
  /// Jobs start in the order of their numbers.
  @usableFromInline var waiting: [Int: Job] = [:]
  /// The number of jobs created so far, followed by the number below which no job is waiting.
  @usableFromInline var count = 0
  @usableFromInline var started = 0

  @inlinable package init(limit: Int, placeholder: @escaping @Sendable (SourceRow) -> Row) {
    self.limit = Swift.max(1, limit)
    map = MapOperator(placeholder)
  }

  @inlinable package var table: TableSnapshot<Section, Row> { map.derived }

  /// Applies a change to the source.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* rows.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, SourceRow>) -> [Int] {
    let (change, target) = (changeset.unstaged(from: map.source), changeset.target)
    map.follow(changeset)
    guard let change else { return begin(with: target) }
    var cancelled: [Int] = []
    // The jobs of rows that move without a change of content, keyed by new path.
    var moving: [RowPath: Int?] = [:]
    for section in change.sections {
      for arrival in section.arrivals where !arrival.isChanged {
        guard let origin = arrival.origin else { continue }
        let job = jobs.removeValue(forKey: tokens.tokens(at: origin).row)
        moving.updateValue(job, forKey: RowPath(section: section.new, row: arrival.row))
      }
    }
    let followed = tokens.follow(change, to: target.storage.nodes)
    for token in followed.gone { cancel(token, &cancelled) }
    for row in followed.moved { if let job = jobs[row.token] { places[job]?.section = row.section } }
    for row in followed.arrived {
      guard let job = moving[row.path] else {
        add(target.rope[row.path.section].rows.rope[row.path.row], (row.token, row.section))
        continue
      }
      if let job { put(job, (row.token, row.section)) }
    }
    for section in change.sections {
      for update in section.updates {
        let path = RowPath(section: section.new, row: Int(update.new))
        let place = tokens.tokens(at: path)
        cancel(place.row, &cancelled)
        add(target.rope[path.section].rows.rope[path.row], place)
      }
    }
    return cancelled
  }

  @inlinable mutating func begin(with table: TableSnapshot<Section, SourceRow>) -> [Int] {
    let cancelled = Array(places.keys)
    (jobs, places, running, waiting) = ([:], [:], [], [:])
    tokens = RowTokens(rowCounts: table.rowCounts)
    for (section, rows) in table.rope.enumerated() {
      for (row, content) in rows.rows.enumerated() {
        add(content, tokens.tokens(at: RowPath(section: section, row: row)))
      }
    }
    return cancelled
  }

  @inlinable mutating func add(_ row: SourceRow, _ place: (row: Token, section: Token)) {
    count += 1
    put(count, place)
    waiting[count] = Job(number: count, row: row)
  }

  @inlinable mutating func put(_ job: Int, _ place: (row: Token, section: Token)) {
    jobs[place.row] = job
    places[job] = place
  }

  @inlinable mutating func cancel(_ token: Token, _ cancelled: inout [Int]) {
    guard let number = jobs.removeValue(forKey: token) else { return }
    places[number] = nil
    running.remove(number)
    waiting[number] = nil
    cancelled.append(number)
  }

  /// Returns the jobs to start.
  ///
  /// - Complexity: O(1) for each row, amortized.
  @inlinable package mutating func start() -> [Job] {
    var next: [Job] = []
    while running.count < limit, !waiting.isEmpty {
      started += 1
      guard let job = waiting.removeValue(forKey: started) else { continue }
      running.insert(started)
      next.append(job)
    }
    return next
  }

  /// Handles the result of a job.
  ///
  /// - Returns: Whether the row is still needed.
  @inlinable package mutating func finish(_ job: Job, _ row: Row) -> Bool {
    guard let place = places.removeValue(forKey: job.number) else { return false }
    jobs[place.row] = nil
    running.remove(job.number)
    map.derived.update(at: tokens.path(of: place.row, in: place.section)) { $0 = row }
    return true
  }
}
