#if Postgres
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesPostgres

/// Tests a user's edits of a table that two tasks change on the server.
@MainActor @Suite(.timeLimit(.minutes(60))) struct PostgresEditFrameTests {
  typealias Row = EditModel.Row

  /// A schema that records each state of the table, with the user's edit that led to it: other edits mark their rows.
  ///
  /// Transactions that change the table run one after another.
  private static let schema = """
    CREATE TABLE task (id integer PRIMARY KEY, note text, position float8, title text, mark integer NOT NULL DEFAULT 0);
    CREATE TABLE state (number serial, rows text, id integer, kind text, position float8);
    CREATE PUBLICATION tasks FOR TABLE task;
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE kind text;
      BEGIN
        kind := CASE
          WHEN TG_OP = 'INSERT' AND new.mark = 0 THEN 'insert'
          WHEN TG_OP = 'UPDATE' AND old.mark = new.mark AND old.position = new.position THEN 'update'
          WHEN TG_OP = 'UPDATE' AND old.mark = new.mark THEN 'move'
          WHEN TG_OP = 'DELETE' AND old.mark >= 0 THEN 'delete' END;
        INSERT INTO state (rows, id, kind, position)
          SELECT json_agg(json_build_array(task.id::text, note, title, task.position::text)
            ORDER BY task.position, task.id)::text, coalesce(new.id, old.id), kind, new.position FROM task;
        RETURN NULL;
      END $$;
    CREATE TRIGGER wait BEFORE INSERT OR UPDATE OR DELETE ON task FOR EACH STATEMENT EXECUTE FUNCTION wait();
    INSERT INTO task SELECT n, '', n, '', 1 FROM generate_series(1, 12) n;
    CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON task FOR EACH ROW EXECUTE FUNCTION note();
    INSERT INTO state (rows)
      SELECT json_agg(json_build_array(id::text, note, title, position::text) ORDER BY position, id)::text FROM task;
    """

  /// Returns random statements that change the table.
  private nonisolated static func change(_ mark: Int, using random: inout SeededGenerator) -> String {
    let (id, place) = (Int.random(in: 1...12, using: &random), Double.random(in: 0...13, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "INSERT INTO task VALUES (\(100 + mark), '', \(place), '', \(mark))"
    case 1: return "UPDATE task SET note = '\(mark)', mark = \(mark) WHERE id = \(id)"
    case 2 where id > 8: return "UPDATE task SET mark = -\(mark) WHERE id = \(id); DELETE FROM task WHERE id = \(id)"
    default: return "UPDATE task SET position = \(place), mark = \(mark) WHERE id = \(id)"
    }
  }

  @Test("every shown table is a state of the server plus the accepted edits that it lacks")
  func frames() async throws {
    for seed in EditModel.seeds(20) {
      let database = try await TestDatabase(Self.schema)
      let tasks = PostgresTable(of: Row.self, from: "task", connection: database.settings)
      let edited = tasks.sorted { $0.position < $1.position }
        .editable(by: PostgresRowWriter(tasks, order: \.position))
      let (view, model) = (FrameView(), EditModel())
      let connections = [
        try await ServerConnection.open(database.settings), try await ServerConnection.open(database.settings),
      ]
      let binding = try await model.edit(edited, in: view, seed: seed) { mark, random in
        try await connections[mark / 100 - 1].query(Self.change(mark, using: &random))
      }
      for connection in connections { await connection.close() }
      // When this row arrives, all earlier changes have arrived.
      try await database.execute("INSERT INTO task VALUES (9999, '', 9999, '', 9999)")
      await until { view.link.table.last?.id == 9_999 }
      let found = try await database.execute("SELECT rows, id, kind, position FROM state ORDER BY number").rows
      let states = try found.map { try JSONDecoder().decode([[String]].self, from: Data(($0[0] ?? "").utf8)) }
      for (number, row) in found.enumerated() {
        guard let kind = EditKind.allCases.first(where: { "\($0)" == row[2] }) else { continue }
        let isUsers = model.write(
          number, id: row[1].flatMap { Int($0) }, kind: kind, position: row[3].flatMap { Double($0) })
        #expect(isUsers, "seed \(seed)")
      }
      // Only deletes and moves can have nothing to write.
      for edit in model.made where edit.kind == .insert || edit.kind == .update {
        #expect(edit.written != nil || edit.isRefused, "seed \(seed): \(edit)")
      }
      #expect(states.last?.map { Array($0.prefix(3)) } == view.frames.last, "seed \(seed)")
      _ = model.expect(view.frames, in: states, seed: seed)
      binding.cancel()
      await tasks.close()
      try await database.untilNoSlot()
      await database.connection.close()
    }
  }
}
#endif
