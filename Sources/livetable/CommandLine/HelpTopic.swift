/// What can be asked for help about: the tool, each of its commands, and the keys.
///
/// Help texts, completions and the manual page are made of the same properties.
enum HelpTopic: String, Equatable, CaseIterable {
  case tool
  case watch
  case replay
  case diff
  case patch
  case sqlite
  case postgres
  case demo
  case completions
  case keys

  /// The commands, as they are written.
  static var commands: [HelpTopic] { allCases.filter { $0 != .tool && $0 != .keys } }

  /// The name of the command.
  var name: String { self == .tool ? "livetable" : "livetable \(rawValue)" }

  /// What it does, in a sentence that goes on behind its name.
  var summary: String {
    switch self {
    case .tool: "shows tables that change, and what changed in them"
    case .watch: "runs a command again and again, never two at once, and keeps a live table of its rows"
    case .replay: "shows a recording that was made with --record: each state as it came, or faster"
    case .diff: "prints which rows of a table were inserted, deleted, moved and updated to get another one"
    case .patch: "makes the changes that livetable diff --format patch has printed, and prints the table"
    case .sqlite: "keeps a live table of a query of a SQLite database, while any other program writes to it"
    case .postgres:
      "keeps a table of a PostgreSQL server: every committed change, by logical replication"
    case .demo: "keeps a to-do list in a file, from several terminals at once"
    case .completions: "prints what a shell needs to complete the words of livetable"
    case .keys: "are those of every table on the screen; ? shows them there, too"
    }
  }

  /// How it is called.
  var usage: [String] {
    switch self {
    case .tool:
      [
        "livetable watch [OPTION…] COMMAND [ARG…]", "livetable FILE [OPTION…]", "PRODUCER | livetable [OPTION…]",
        "livetable replay|diff|patch|sqlite|postgres|demo|completions …", "livetable help COMMAND|keys",
      ]
    case .watch: ["livetable watch [OPTION…] COMMAND [ARG…]", "livetable watch [OPTION…] 'COMMAND | COMMAND'"]
    case .replay: ["livetable replay FILE [OPTION…]"]
    case .diff: ["livetable diff OLD NEW [OPTION…]"]
    case .patch: ["livetable patch FILE PATCH"]
    case .sqlite: ["livetable sqlite FILE [QUERY] [OPTION…]"]
    case .postgres: ["livetable postgres CONNINFO TABLE [OPTION…]"]
    case .demo: ["livetable demo [FILE] [OPTION…]"]
    case .completions: ["livetable completions bash|zsh|fish|man"]
    case .keys: []
    }
  }

  /// The options that it has.
  var options: [Option] {
    let rows: [Option] = [.id, .columns, .groupBy, .sortBy, .search]
    let display: [Option] = DisplayOptions.options
    switch self {
    case .tool: return rows + [.input] + display + [.help, .version]
    case .watch:
      return [.every, .exec, .differences, .color, .count] + rows + [.input, .skip, .noHeader] + display + [.help]
    case .replay: return [.speed, .groupBy, .sortBy, .search] + display + [.help]
    case .diff: return [.id, .groupBy, .ignore, .ignoreOrder, .input, .format, .help]
    case .patch: return [.input, .help]
    case .sqlite: return rows + [.count, .explain] + display + [.help]
    case .postgres: return [.id, .columns, .groupBy, .sortBy, .search, .publication, .count] + display + [.help]
    case .demo: return [.delay, .refuse, .help]
    case .completions: return [.help]
    case .keys: return []
    }
  }

  /// What else there is to know.
  var notes: [String] {
    switch self {
    case .tool:
      [
        "Files and streams are CSV, TSV, JSON, NDJSON or columns, told apart by their text. In a stream of JSON an object "
          + "is a row, inserted or updated by its identity; an object with \"$delete\": true removes its row; an array is "
          + "a whole table.", Self.formats,
        "Exit status: 0; 1 where it ended before what --until waits for; 2 where a "
          + "line was invalid.",
      ]
    case .watch:
      [
        "The first run marks nothing. A run that fails is reported, and the last good table stays; no output is an empty "
          + "table.", Self.formats,
        "Exit status: 0; 1 where it ended before what --until waits for; 2 where the last run failed.",
      ]
    case .replay: ["A recording that was cut off, at any byte, is shown up to there."]
    case .diff:
      [
        "One of the files may be -, standard input. Formats: text; json, with the batches that a table view can apply and "
          + "the rows that changed; patch, with one line for each row that changed, for livetable patch.",
        "Exit status: 0 where the tables are equal, 1 where they differ, 2 where there is trouble.",
      ]
    case .patch:
      [
        "One of the files may be -, standard input. The table is printed in the format of the file. Rows are found by "
          + "their identities, so the file may have changed since; a row that is not as the patch expects is left alone "
          + "and reported.",
        "Exit status: 0, or 1 where some changes could not be made, or 2 where there is trouble.",
      ]
    case .sqlite:
      [
        "Without a query, the tables of the database are listed. The file is written only where E changes a cell, nothing "
          + "is polled, and a file that is locked, replaced or gone for a while is waited for. --explain is about a LiveQuery, which holds ids; the "
          + "tool itself holds whole rows, and reads all of them after each commit. --search uses a full-text table (FTS5) of the rows "
          + "where there is one. It is there where the tool was built with swift build --traits SQLite.",
        "Exit status: 0, or 2 where there is trouble.",
      ]
    case .postgres:
      [
        "CONNINFO is what psql takes: 'host=db dbname=mail user=me' or postgresql://me@db/mail; what it does not say, also the "
          + "password, comes from PGHOST, PGPASSWORD, a password file or a service. Write '' for all of it.",
        "The server needs wal_level = logical, a publication that has the table (CREATE PUBLICATION livetables FOR TABLE "
          + "mail), a role with REPLICATION, and the table a primary key, which identifies rows by default. The slot is "
          + "temporary. It is there where the tool was built with swift build --traits Postgres.",
        "Exit status: 0, or 2 where there is trouble.",
      ]
    case .demo:
      [
        "The file, by default todo.json, need not exist. Keys: a adds, r or Return renames, space checks, d deletes, J and "
          + "K move, x selects, A adds a list, D removes the lists that are empty, q quits.",
        "The file is JSON: {\"lists\": [{\"name\": \"Today\", \"items\": [{\"title\": \"Water the plants\", \"done\": false}]}]}",
      ]
    case .completions:
      [
        "bash: livetable completions bash > ~/.local/share/bash-completion/completions/livetable; zsh: livetable "
          + "completions zsh > DIRECTORY/_livetable, in a directory of fpath; fish: livetable completions fish > "
          + "~/.config/fish/completions/livetable.fish. man prints the manual page."
      ]
    case .keys: []
    }
  }

  private static let formats =
    "Where standard output is no terminal, a line of JSON is printed for each change: how many rows it has inserted, "
    + "deleted, moved and updated, or, with --format ndjson, each of them with its old and new values. --once prints the "
    + "table as text or, with --format, as csv, tsv, json or ndjson."
}

// MARK: - Text

extension HelpTopic {
  /// The help text, without a line break at its end.
  var text: String {
    var parts = ["\(self == .keys ? "keys" : name) \(summary)."]
    if !usage.isEmpty { parts.append(Self.block("Usage:", usage)) }
    if !options.isEmpty { parts.append(Self.block("Options:", options.map(\.line))) }
    if self == .keys { parts.append(ViewCommand.lines.joined(separator: "\n")) }
    parts += notes.map { Self.wrapped($0) }
    return parts.joined(separator: "\n\n")
  }

  private static func block(_ title: String, _ lines: [String]) -> String {
    ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Breaks a paragraph into lines.
  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let width = 110
}

extension Option {
  /// The option and what it does, as a line of a help text.
  fileprivate var line: String {
    let words = letter.map { "-\($0), \(form)" } ?? form
    return words + String(repeating: " ", count: max(1, 26 - words.count)) + summary
  }
}
