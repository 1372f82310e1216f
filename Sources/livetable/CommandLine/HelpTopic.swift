/// A help topic: the tool, one of its commands, the keys, or everything.
///
/// Help texts, completions and the manual page are made from the same properties.
enum HelpTopic: String, Equatable, CaseIterable {
  case tool
  case watch
  case replay
  case diff
  case patch
  case sqlite
  case postgres
  case completions
  case keys
  case all

  static var commands: [HelpTopic] { allCases.filter { ![.tool, .keys, .all].contains($0) } }

  var name: String { [.tool, .all].contains(self) ? "livetable" : "livetable \(rawValue)" }

  /// The rest of a sentence that starts with the topic's name.
  var summary: String {
    switch self {
    case .tool, .all: "shows tables that change, and marks what changed"
    case .watch: "runs a command repeatedly, and shows its output as rows"
    case .replay: "plays back a recording made with --record"
    case .diff: "prints the differences between two tables"
    case .patch: "applies the changes printed by diff --format patch"
    #if SQLite
    case .sqlite: "shows the rows of a SQLite query, updated after each commit"
    #else
    case .sqlite: "is not in this build: build with --traits SQLite"
    #endif
    #if Postgres
    case .postgres: "shows a PostgreSQL table, updated after each commit"
    #else
    case .postgres: "is not in this build: build with --traits Postgres"
    #endif
    case .completions: "prints shell completions or the manual page"
    case .keys: "for every table on the screen; press ? to show them on the screen"
    }
  }

  var usage: [String] {
    switch self {
    case .tool:
      [
        "livetable watch [OPTION…] COMMAND [ARG…]", "livetable FILE [OPTION…]", "PRODUCER | livetable [OPTION…]",
        "livetable help COMMAND|keys|all",
      ]
    case .watch: ["livetable watch [OPTION…] COMMAND [ARG…]", "livetable watch [OPTION…] 'COMMAND | COMMAND'"]
    case .replay: ["livetable replay FILE [OPTION…]"]
    case .diff: ["livetable diff OLD NEW [OPTION…]"]
    case .patch: ["livetable patch FILE PATCH"]
    case .sqlite: ["livetable sqlite FILE [QUERY] [OPTION…]"]
    case .postgres: ["livetable postgres CONNINFO TABLE [OPTION…]"]
    case .completions: ["livetable completions bash|zsh|fish|man"]
    case .keys, .all: []
    }
  }

  /// The possible numbers of words after the command, if they are limited, and an example.
  var words: (counts: ClosedRange<Int>, example: String)? {
    switch self {
    case .diff: (2...2, "livetable diff OLD NEW, for example diff old.json new.json")
    case .patch: (2...2, "livetable patch FILE PATCH")
    case .replay: (1...1, "livetable replay FILE")
    case .sqlite: (1...2, "livetable sqlite FILE QUERY, for example sqlite mail.db 'SELECT * FROM mail'")
    case .postgres: (2...2, "livetable postgres CONNINFO TABLE, for example postgres 'host=db dbname=mail' mail")
    default: nil
    }
  }

  var options: [Option] {
    let rows: [Option] = [.id, .columns, .groupBy, .sortBy, .search]
    let display: [Option] = DisplayOptions.options
    switch self {
    case .tool: return rows + TextLayout.options + [.last] + display + [.help, .version]
    case .watch:
      return [.every, .exec, .differences, .color, .count, .ok] + rows + TextLayout.options + display + [.help]
    case .replay: return [.speed, .groupBy, .sortBy, .search] + display + [.help]
    case .diff: return [.id, .groupBy, .ignore, .ignoreOrder] + TextLayout.options + [.format, .color, .help]
    case .patch: return [.input, .separator, .lenient, .help]
    case .sqlite: return rows + [.count, .explain] + display + [.help]
    case .postgres: return [.id, .columns, .groupBy, .sortBy, .search, .publication, .count] + display + [.help]
    case .completions: return [.help]
    case .keys: return []
    case .all: return Option.allCases
    }
  }

  /// The options that the help text explains instead of only listing them.
  var explainedOptions: [Option] {
    switch self {
    case .all: options
    case .watch:
      [
        .every, .color, .id, .columns, .groupBy, .sortBy, .search, .history, .record, .bind, .once, .format,
        .onChange, .until,
      ]
    case .tool: [.id, .sortBy]
    case .diff: options.filter { $0 != .help }
    default: options.filter { $0 != .help && !DisplayOptions.options.contains($0) }
    }
  }

  /// The paragraphs after the options.
  var notes: [String] {
    switch self {
    case .tool:
      [
        "The format of files and streams (CSV, TSV, JSON or columns) is detected. In a stream of JSON, an object inserts "
          + "or updates a row, an object with \"$delete\": true deletes it, and an array replaces the whole table.",
        "Exit status: 0; 1 if the tool ended before the condition of --until was met; 2 if a line was invalid.",
      ]
    case .watch:
      [
        "Rows are marked from the second run on. If a run fails, the tool reports it and keeps the last valid table. If "
          + "a run prints nothing, the table is empty.",
        "Exit status: 0; 1 if the tool ended before the condition of --until was met; 2 if the last run failed or lines "
          + "were invalid.",
      ]
    case .replay: ["If the end of a recording is missing, it is played up to its last complete state."]
    case .all: Self.notesOfAll
    case .diff:
      [
        "Use - for one of the files to read standard input. Formats: text; json, with the changed rows and the batches "
          + "that a table view can apply; patch, with one line for each changed row, for livetable patch.",
        "Exit status: 0 if the tables are equal, 1 if they differ, 2 if there was an error.",
      ]
    case .patch:
      [
        "Use - for one of the files to read standard input. The patched table is printed in the format of the file. "
          + "Rows are found by identity, so the file may have changed since the patch was made. If a row differs from "
          + "what the patch expects, it is left unchanged and reported.",
        "Exit status: 0; 1 if some changes could not be applied; 2 if there was an error.",
      ]
    case .sqlite:
      [
        "Without a query, the tool lists the tables. It does not poll the database, and writes to it only if you change "
          + "a cell with E. If the file is locked, the tool waits. The tool reads all rows after each commit; --explain "
          + "prints whether a LiveQuery could read only the changes. --search uses a full-text table (FTS5) if there is "
          + "one. This command requires a build with --traits SQLite."
      ]
    case .postgres:
      [
        "CONNINFO is a connection string as for psql: 'host=db dbname=mail user=me' or postgresql://me@db/mail. Other "
          + "parameters, such as the password, are read from PGHOST, PGPASSWORD and similar variables. To use only "
          + "variables, pass ''.",
        "The server needs wal_level = logical, a publication for the table (CREATE PUBLICATION livetables FOR TABLE mail) "
          + "and a role with REPLICATION. The table needs a primary key, which identifies rows. The replication slot is "
          + "temporary.",
      ]
    case .completions:
      [
        "Save the output where your shell looks for completions: ~/.local/share/bash-completion/completions/livetable for bash, "
          + "_livetable in a directory of your fpath for zsh, ~/.config/fish/completions/livetable.fish for fish."
      ]
    case .keys: []
    }
  }

  /// The notes of all commands, with a single paragraph about the exit status.
  private static var notesOfAll: [String] {
    var notes = [tool.notes[0]]
    for topic in commands {
      for note in topic.notes where !note.hasPrefix("Exit status") { notes.append("\(topic.rawValue): \(note)") }
    }
    notes.append(formats)
    notes.append(
      "Exit status: 0; 1 if the condition of --until was not met, tables differ, or changes of a patch could not be "
        + "applied; 2 if there was an error.")
    return notes
  }

  static let formats =
    "If standard output is not a terminal, the tool prints a line of JSON for each change, with the numbers of inserted, "
    + "deleted, moved and updated rows. With --format ndjson, it prints a line for each of these rows, with the old and "
    + "new values. --once prints the table as text, or in the format of --format: csv, tsv, json or ndjson."
}
