public import LiveTables

/// Which rows are being mapped, which wait for that, and what has come of the others.
///
/// Pure: every event answers with what to start and what to cancel. A row is known by its token, so that several with one
/// identity are mapped each by itself.
@usableFromInline
package struct AsyncMapper<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>:
  Sendable
{
  @usableFromInline typealias Token = RowTokens.Token

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
  @usableFromInline var tokens = RowTokens(rowCounts: [])
  /// The jobs that run or wait, by their rows.
  @usableFromInline var jobs: [Token: Int] = [:]
  /// The rows of these jobs, and the sections of the rows.
  @usableFromInline var places: [Int: (row: Token, section: Token)] = [:]
  @usableFromInline var running: Set<Int> = []
  /// By their numbers, in which order they are started.
  @usableFromInline var waiting: [Int: Job] = [:]
  /// How many jobs there were, and the number up to which none waits any more.
  @usableFromInline var count = 0
  @usableFromInline var started = 0

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
    let (change, target) = (changeset.unstaged(from: map.source), changeset.target)
    map.follow(changeset)
    guard let change else { return begin(with: target) }
    var cancelled: [Int] = []
    // Rows that move without new content, by their paths afterwards, with their jobs.
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

  /// Begins with another table.
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

  /// The jobs to start now.
  ///
  /// - Complexity: O(1) for each row, amortised.
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

  /// A row was mapped.
  ///
  /// - Returns: Whether that is still of use.
  @inlinable package mutating func finish(_ job: Job, _ row: Row) -> Bool {
    guard let place = places.removeValue(forKey: job.number) else { return false }
    jobs[place.row] = nil
    running.remove(job.number)
    map.derived.update(at: tokens.path(of: place.row, in: place.section)) { $0 = row }
    return true
  }
}
