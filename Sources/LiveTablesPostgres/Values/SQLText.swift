#if Postgres
internal import LiveTables

/// Returns a name as an SQL identifier.
func quoted(_ identifier: String) -> String { "\"" + identifier.replacingScalars("\"", with: "\"\"") + "\"" }

/// Returns a text as an SQL literal.
///
/// Text that contains backslashes becomes an escape string, which does not depend on the server's
/// `standard_conforming_strings`.
func literal(_ text: String) -> String {
  let isEscaped = text.utf8.contains(UInt8(ascii: "\\"))
  return (isEscaped ? " E'" : "'") + text.replacingScalars("\\", with: "\\\\").replacingScalars("'", with: "''") + "'"
}
#endif
