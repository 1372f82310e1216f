#if Postgres
internal import CPostgres
internal import Dispatch
internal import Foundation
internal import LiveTables

/// A connection to a PostgreSQL server, which uses libpq's asynchronous functions.
///
/// Only one call runs at a time. If the task of a call is cancelled while the call waits, the connection can only be
/// closed.
actor ServerConnection {
  private nonisolated let executor = QueueExecutor(label: "LiveTablesPostgres.connection")
  // Isolated to the actor, except in `deinit`, when nothing else uses it.
  private nonisolated(unsafe) var pointer: OpaquePointer?
  private var events: SocketEvents?
  /// The number of times that data has arrived from the server.
  private(set) var received = 0
  private(set) var isWaiting = false
  /// The reason why the connection was abandoned, or `nil` if it was not.
  private var failure: (any Error)?
  private var applied = LogPosition.zero
  private var isCopied = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init() {}

  /// Opens a connection to a server.
  ///
  /// - Throws: `PostgresError`, or `CancellationError` if the task is cancelled.
  static func open(_ settings: PostgresConnection, isReplication: Bool = false) async throws -> ServerConnection {
    let connection = ServerConnection()
    do {
      try await connection.connect(settings.parameters(isReplication: isReplication))
      return connection
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Opens a connection with a time limit, without which libpq would wait indefinitely.
  static func open(
    _ settings: PostgresConnection, isReplication: Bool = false, within time: Duration, on clock: any Clock<Duration>
  ) async throws -> ServerConnection {
    try await answer(within: time, on: clock) { try await open(settings, isReplication: isReplication) }
  }

  /// Runs a query with a time limit.
  ///
  /// - Throws: `PostgresError` if the time limit is exceeded. In that case, the connection can only be closed.
  static func answer<Answer: Sendable>(
    within time: Duration, on clock: any Clock<Duration>, _ ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { tasks in
      tasks.addTask { try await ask() }
      tasks.addTask {
        try await clock.sleep(for: time)
        return nil
      }
      defer { tasks.cancelAll() }
      guard let answer = try await tasks.next() ?? nil else { throw PostgresError.silent(time) }
      return answer
    }
  }

  private func connect(_ parameters: [(name: String, value: String)]) async throws {
    var names: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.name)) }
    var values: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.value)) }
    names.append(nil)
    values.append(nil)
    defer { for text in names + values { free(UnsafeMutableRawPointer(mutating: text)) } }
    guard let pointer = PQconnectStartParams(names, values, 0) else { throw PostgresError("there is no memory") }
    self.pointer = pointer
    // Only verbose messages contain the code of an error that occurs before the first result.
    PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    var step = PQstatus(pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      guard step != PGRES_POLLING_FAILED else {
        let hidden = parameters.filter { ["dbname", "user"].contains($0.name) && !ConnectionString.isPlain($0.value) }
        throw PostgresError(connecting: message, hiding: hidden.map(\.value))
      }
      // libpq may switch to another host with a new socket, so the old one is not watched during this call.
      let events = SocketEvents(PQsocket(pointer), on: executor.queue)
      self.events = events
      let isReady = await events.next(step == PGRES_POLLING_READING ? .reading : .writing)
      await stopEvents()
      guard isReady else { throw CancellationError() }
      step = PQconnectPoll(pointer)
    }
    PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
    PQsetnonblocking(pointer, 1)
    events = SocketEvents(PQsocket(pointer), on: executor.queue)
  }

  var process: Int32 { pointer.map { PQbackendPID($0) } ?? 0 }

  var place: [(name: String, value: String)] {
    guard let pointer else { return [] }
    let parts = [("host", PQhost(pointer)), ("hostaddr", PQhostaddr(pointer)), ("port", PQport(pointer))]
    return parts.compactMap { name, text in text.map { (name, String(cString: $0)) } }
  }

  var reported: LogPosition { applied }

  var version: Int { pointer.map { Int(PQserverVersion($0)) } ?? 0 }

  /// Closes the connection, so that the server drops its temporary slots.
  func close() async {
    await stopEvents()
    if let pointer { PQfinish(pointer) }
    pointer = nil
  }

  private func stopEvents() async {
    guard let events else { return }
    self.events = nil
    await withCheckedContinuation { done in events.cancel { done.resume() } }
  }

  deinit {
    guard let pointer else { return }
    nonisolated(unsafe) let last = (pointer: pointer, events: events)
    executor.queue.async { @Sendable in
      guard let events = last.events else { return PQfinish(last.pointer) }
      events.cancel { PQfinish(last.pointer) }
    }
  }

  // MARK: - Statements

  /// Runs one or more SQL statements.
  ///
  /// - Returns: The result of the last statement.
  @discardableResult func query(_ sql: String) async throws -> QueryResult {
    try await send { PQsendQuery($0, sql) }
    return try await finish()
  }

  /// - Throws: `PostgresError`, including for text that contains a NUL, which the server cannot store.
  @discardableResult func query(_ sql: String, _ values: [String?]) async throws -> QueryResult {
    for value in values where value?.utf8.contains(0) ?? false {
      throw PostgresError("a text with the character NUL cannot be written")
    }
    var texts: [UnsafePointer<CChar>?] = values.map { $0.map { UnsafePointer(strdup($0)) } ?? nil }
    defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
    try await send { PQsendQueryParams($0, sql, Int32(values.count), nil, &texts, nil, nil, 0) }
    return try await finish()
  }

  /// Begins a `COPY … TO STDOUT` command or a replication, the data of which ``messages()`` returns.
  func beginCopy(_ sql: String) async throws {
    try await send { PQsendQuery($0, sql) }
    guard let result = try await result() else { throw PostgresError.lost(message) }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COPY_OUT, PGRES_COPY_BOTH: return
    default: throw PostgresError(result)
    }
  }

  /// Waits for the next messages of a copy, at most about 256 kB, or returns `nil` at the end of the copy.
  func messages() async throws -> MessageBatch? {
    let pointer = try open
    if isCopied {
      isCopied = false
      try await endCopy()
      return nil
    }
    var messages = MessageBatch()
    while messages.size < 1 << 18 {
      var buffer: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(pointer, &buffer, 1)
      if count > 0, let buffer {
        messages.append(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
        PQfreemem(buffer)
      } else if count == 0 {
        if !messages.isEmpty { break }
        try await receive()
      } else if count == -1 {
        // libpq reports the end only once, so it is stored for the next call.
        isCopied = true
        return messages.isEmpty ? try await self.messages() : messages
      } else {
        throw PostgresError.lost(message)
      }
    }
    return messages
  }

  /// Reads the results that follow a copy.
  private func endCopy() async throws {
    guard let result = try await result() else { return }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: _ = try await finish(after: QueryResult(result))
    case PGRES_COPY_OUT, PGRES_COPY_BOTH, PGRES_COPY_IN:
      throw PostgresError.lost("the server has ended the replication")
    default: throw PostgresError(result)
    }
  }

  func setApplied(_ position: LogPosition) { applied = position }

  func report(_ position: LogPosition? = nil, wantsReply: Bool = false) throws {
    applied = position ?? applied
    try send(StandbyStatus(applied: applied, wantsReply: wantsReply).bytes)
  }

  /// Abandons the connection, so that waiting calls fail.
  func fail(_ error: any Error) {
    failure = failure ?? error
    events?.end()
  }

  /// Sends a replication message, and buffers data that the socket does not accept until the next call.
  private func send(_ message: [UInt8]) throws {
    let pointer = try open
    let isSent = message.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { PQputCopyData(pointer, $0.baseAddress, Int32($0.count)) }
    }
    if isSent < 0 || PQflush(pointer) < 0 { throw PostgresError.lost(self.message) }
  }

  // MARK: - The socket

  private var open: OpaquePointer {
    get throws {
      guard let pointer else { throw PostgresError.lost("") }
      return pointer
    }
  }

  private var message: String { pointer.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "" }

  private func send(_ call: (OpaquePointer) -> Int32) async throws {
    let pointer = try open
    guard call(pointer) == 1 else { throw PostgresError.lost(message) }
    while true {
      let left = PQflush(pointer)
      if left < 0 { throw PostgresError.lost(message) }
      if left == 0 { return }
      try await wait(.either)
      if PQconsumeInput(pointer) == 0 { throw PostgresError.lost(message) }
    }
  }

  private func receive() async throws {
    try await wait(.reading)
    if PQconsumeInput(try open) == 0 { throw PostgresError.lost(message) }
    received += 1
  }

  private func wait(_ direction: SocketEvents.Direction) async throws {
    guard let events else { throw PostgresError.lost("") }
    isWaiting = true
    defer { isWaiting = false }
    guard await events.next(direction) else { throw failure ?? CancellationError() }
  }

  private func result() async throws -> OpaquePointer? {
    while PQisBusy(try open) == 1 { try await receive() }
    return PQgetResult(try open)
  }

  private func finish(after first: QueryResult? = nil) async throws -> QueryResult {
    var last = first
    var failure: PostgresError?
    while let result = try await result() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = QueryResult(result)
      case PGRES_COPY_OUT, PGRES_COPY_BOTH, PGRES_COPY_IN:
        throw PostgresError.lost("the server has ended the replication")
      default: failure = failure ?? PostgresError(result)
      }
    }
    if let failure { throw failure }
    guard let last else { throw PostgresError.lost(message) }
    return last
  }
}
#endif
