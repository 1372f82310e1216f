#if Postgres
internal import CPostgres

/// The result of an SQL statement, copied from libpq.
struct QueryResult: Sendable {
  let columns: [String]
  /// The values of each row as text, with `nil` for `NULL`.
  let rows: [[String?]]
  /// The number of rows that the statement returned or affected.
  let changed: Int

  init(_ result: OpaquePointer) {
    let width = PQnfields(result)
    columns = (0..<width).map { PQfname(result, $0).map { String(cString: $0) } ?? "" }
    rows = (0..<PQntuples(result)).map { row in
      (0..<width).map { column in
        PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
    changed = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The value of a column in the first row, or `nil` if the value is `NULL` or does not exist.
  subscript(column: String) -> String? {
    guard let index = columns.firstIndex(of: column) else { return nil }
    return rows.first?[index]
  }
}

extension PostgresError {
  init(_ result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    self.init(
      code: field("C"),
      server: String(
        (field("M") ?? PQresultErrorMessage(result).map { String(cString: $0) } ?? "error").prefix(Self.longest)),
      hint: field("H").map { String($0.prefix(Self.longest)) })
  }
}
#endif
