#if Postgres
internal import LiveTables

/// Methods that begin replication, either at the position where the last connection ended or with a snapshot.
extension Replication {
  /// The state from which a connection starts to track a table.
  struct Beginning {
    var stream: ChangeStream
    let table: TableDescription
    let definition: TableDefinition
    let slot: PostgresSlot
  }

  /// Continues at the position where the last connection ended if the server supports it, or begins with a snapshot.
  func prepared(_ connection: ServerConnection, _ progress: inout Progress) async throws -> Beginning {
    wait.with { $0.go(to: .answer) }
    try await connection.query(ServerConnection.textFormats)
    // Loaded first, so that all later changes to the definition are detected.
    let definition = try await TableDefinition.load(settings.table, on: connection)
    let system = try await connection.query("IDENTIFY_SYSTEM")
    await target?.follow(LogServer.with(number: system["systemid"] ?? ""))
    let server = "\(system["systemid"] ?? "")/\(system["timeline"] ?? "")"
    if let last = progress.place, last.server == server,
      last.definition.isStill(definition, in: last.table.publication),
      try await DurableSlotState.load(settings.slot.name, on: connection)?.canResume(at: last.applied) ?? false
    {
      return Beginning(
        stream: ChangeStream(of: last.table.id, columns: last.table.columns, from: last.applied), table: last.table,
        definition: last.definition, slot: settings.slot)
    }
    progress.place = nil
    let table = try await TableDescription.load(settings.table, publication: progress.publication, on: connection)
    progress.publication = table.publication
    try await makeRoom(connection)
    try await connection.query("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
    let slot = settings.slot.renewed
    let process = await connection.process
    wait.with { $0.go(to: .slot(process)) }
    let made = try await connection.query(
      "CREATE_REPLICATION_SLOT \(quoted(slot.name)) \(slot.isDurable ? "" : "TEMPORARY ")LOGICAL pgoutput USE_SNAPSHOT")
    guard let position = made["consistent_point"].flatMap({ LogPosition($0) }) else {
      throw PostgresError.lost("the server made no slot")
    }
    try await copy(table, at: position, connection)
    try await connection.query("COMMIT")
    if settings.slot.isDurable {
      progress.place = Place(server: server, table: table, definition: definition, applied: position)
    }
    return Beginning(
      stream: ChangeStream(of: table.id, columns: table.columns, from: position), table: table,
      definition: definition, slot: slot)
  }

  /// Drops a durable slot from which replication cannot continue.
  func makeRoom(_ connection: ServerConnection) async throws {
    guard settings.slot.isDurable, let state = try await DurableSlotState.load(settings.slot.name, on: connection)
    else {
      return
    }
    guard state.isOwn else {
      throw PostgresError(
        "the slot “\(settings.slot.name)” is one of another program or database", hint: "use another name")
    }
    if state.isActive {
      throw PostgresError(
        code: "55006", "the slot “\(settings.slot.name)” is in use", hint: "give each table a slot of its own",
        isTransient: true)
    }
    try await connection.query("SELECT pg_drop_replication_slot(\(literal(settings.slot.name)))")
  }

  func copy(_ table: TableDescription, at position: LogPosition, _ connection: ServerConnection) async throws {
    guard let target else { throw CancellationError() }
    let process = await connection.process
    wait.with { $0.go(to: .rows(process, count: 0)) }
    var snapshot = TableMirror<Target.Row>.Snapshot(table.layout)
    let decode = target.decode
    try await connection.beginCopy(table.copy)
    while let lines = try await connection.messages() {
      for line in lines { try snapshot.add(Self.tuple(line, of: table), decode) }
      let count = snapshot.count
      wait.with { $0.go(to: .rows(process, count: count)) }
      try Task.checkCancellation()
    }
    try await target.replace(by: snapshot, of: table, at: position)
  }

  private static func tuple(_ line: ArraySlice<UInt8>, of table: TableDescription) throws -> Tuple {
    do {
      let expected = table.layout.columns.count
      let tuple = try Tuple(line: line, count: expected)
      let given = tuple.fields.count
      guard expected == given else { throw WireError.columnCount(expected: expected, given: given) }
      return tuple
    } catch let error as WireError {
      throw PostgresError(error)
    }
  }

  func start(
    _ connection: ServerConnection, _ table: TableDescription, _ slot: PostgresSlot, at position: LogPosition
  ) async throws {
    // Each server version supports its own version of the protocol. Without streaming, these versions are the same.
    let version = await connection.version
    let proto = version >= 160000 ? 4 : version >= 150000 ? 3 : version >= 140000 ? 2 : 1
    try await connection.beginCopy(
      "START_REPLICATION SLOT \(quoted(slot.name)) LOGICAL \(position) (proto_version '\(proto)', "
        + "publication_names '\(quoted(table.publication).replacingScalars("'", with: "''"))')")
    try await connection.report(position)
  }
}
#endif
