import LiveTables
import LiveTablesTerminal

/// A key that runs a command on rows: `k:kill {PID}`.
struct Binding: Equatable, Sendable {
  let key: Character
  /// The command, in which `{COLUMN}` is a placeholder for a value of the row.
  let command: String
  private let template: CommandTemplate

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 1, let key = parts[0].first, key != " ", !parts[1].isEmpty,
      Key.character(key) != "q"
    else {
      throw UsageError("--bind “\(text)” is invalid", "write a key, a colon and a command: --bind 'k:kill {PID}'")
    }
    self.key = key
    command = String(parts[1])
    do throws(CommandTemplate.Unsafe) {
      template = try CommandTemplate(command)
    } catch {
      throw UsageError(
        "--bind “\(text)”: {\(error.column)} is \(error.context), where its value cannot be quoted",
        "move it: values are quoted automatically")
    }
  }

  var columns: [String] {
    template.parts.compactMap { if case .column(let name, _) = $0 { name } else { nil } }
  }

  /// Returns the command for a row, with values quoted so that a shell treats each value as one word.
  ///
  /// - Throws: The name of a column that the row does not have.
  func command(for row: Record) throws(UnknownColumn) -> String {
    var text = ""
    for part in template.parts {
      switch part {
      case .text(let words): text += words
      case .column(let name, let quotes):
        guard let value = RowColumn(name, among: row.object.columns.names).value(in: row.object) else {
          throw UnknownColumn(name: name)
        }
        // The surrounding quotes end before the value, and start again after it.
        text += quotes + value.printed.quoted + quotes
      }
    }
    return text
  }

  struct UnknownColumn: Error, Equatable {
    var name: String
  }
}

extension String {
  fileprivate var quoted: String {
    let isPlain = utf8.allSatisfy { $0.isASCIIDigit || $0.isLetter || "-_./:@%+".utf8.contains($0) }
    return isPlain && !isEmpty ? self : "'\(replacingScalars("'", with: "'\\''"))'"
  }
}
