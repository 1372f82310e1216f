#if SQLite
/// Reads requested rows in batches, and caches them.
actor RowSource<Value: Sendable> {
  nonisolated let cache: RowCache<Value>

  private struct Request {
    var stamp: UInt32
    var state: LiveState<Value>
    var answers: [AsyncStream<Result<Value?, any Error>>.Continuation]
  }

  private var requests: [RowID: Request] = [:]
  private var task: Task<Void, Never>?

  init(limit: Int) { cache = RowCache(limit: limit) }

  deinit { task?.cancel() }

  /// Reads a row, or waits for a read of this row in progress.
  func load(_ id: RowID, since stamp: UInt32, in state: LiveState<Value>) async throws -> Value? {
    if let value = cache.value(of: id, since: stamp) { return value }
    let (answer, continuation) = AsyncStream.makeStream(
      of: Result<Value?, any Error>.self, bufferingPolicy: .bufferingNewest(1))
    var request = requests[id] ?? Request(stamp: stamp, state: state, answers: [])
    if request.stamp < stamp { (request.stamp, request.state) = (stamp, state) }
    request.answers.append(continuation)
    requests[id] = request
    if task == nil { task = Task { await self.run() } }
    for await result in answer { return try result.get() }
    throw CancellationError()
  }

  /// The number of calls whose rows are not being read yet.
  var waitingCount: Int { requests.values.reduce(0) { $0 + $1.answers.count } }

  private func run() async {
    while let state = requests.values.first?.state {
      let page = requests.filter { $0.value.state === state }.prefix(QueryParts.pageSize)
      for (id, _) in page { requests[id] = nil }
      let moment = cache.moment(of: state)
      let stamps = Dictionary(uniqueKeysWithValues: page.map { ($0.key, $0.value.stamp) })
      let result: Result<[RowID: Result<RowCache<Value>.Entry, any Error>], any Error>
      do {
        result = .success(
          try await state.transaction.read(yields: true) { connection in
            try connection.decoded(Array(stamps.keys), state.recipe) { stamps[$0] ?? 0 }
          })
      } catch {
        result = .failure(error)
      }
      if case .success(let rows) = result { cache.put(rows.compactMapValues { try? $0.get() }, since: moment) }
      for (id, request) in page {
        let value = result.flatMap { rows in rows[id]?.map { Optional($0.value) } ?? .success(nil) }
        for answer in request.answers { answer.yield(value) }
      }
    }
    task = nil
  }
}

extension DatabaseConnection {
  func entries<Value>(
    _ ids: [RowID], _ recipe: RowReadPlan<Value>, stamp: (RowID) -> UInt32
  ) throws -> [RowID: RowCache<Value>.Entry] {
    try decoded(ids, recipe, stamp: stamp).mapValues { try $0.get() }
  }

  /// Returns the row, or the decoding error, for each id of an existing row.
  func decoded<Value>(
    _ ids: [RowID], _ recipe: RowReadPlan<Value>, stamp: (RowID) -> UInt32
  ) throws -> [RowID: Result<RowCache<Value>.Entry, any Error>] {
    var rows: [RowID: Result<RowCache<Value>.Entry, any Error>] = [:]
    try forEach(ids, recipe.plan) { id, row in
      rows[id] = Result {
        .init(value: try recipe.decoding.decode(row), fingerprint: row.fingerprint(), stamp: stamp(id))
      }
    }
    return rows
  }

  /// Reads a page of rows at a time or, if the query is keyed, one row at a time, because SQLite may visit all rows in a
  /// filter's index to find several keys.
  func forEach(_ ids: [RowID], _ plan: QueryPlan, _ body: (RowID, DatabaseRow) throws -> Void) throws {
    if case .success = plan.keyed {
      for id in ids { try forEach(plan.row(id)) { row in try body(try row.id(in: plan.parts.id), row) } }
      return
    }
    for start in stride(from: 0, to: ids.count, by: QueryParts.pageSize) {
      let page = ids[start..<min(start + QueryParts.pageSize, ids.count)]
      try forEach(plan.rows(page)) { row in try body(try row.id(in: plan.parts.id), row) }
    }
  }
}

extension DatabaseRow {
  func id(in column: String) throws -> RowID {
    guard let value = self[column] else { throw QueryError.noColumn(column, available: columns) }
    return RowID(value)
  }

  /// Returns a hash of the row's contents.
  ///
  /// - Parameter columns: The lowercase names of columns to ignore.
  func fingerprint(except columns: Set<String> = []) -> Int {
    var hasher = Hasher()
    for (position, name) in statement.columns.enumerated() where columns.isEmpty || !columns.contains(name.lowercased())
    {
      hasher.combine(statement.value(at: position))
    }
    return hasher.finalize()
  }
}
#endif
