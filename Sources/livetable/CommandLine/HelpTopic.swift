/// What can be asked for help about: the tool, each of its commands, the keys, and all of it.
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
  case completions
  case keys
  case all

  /// The commands, as they are written.
  static var commands: [HelpTopic] { allCases.filter { ![.tool, .keys, .all].contains($0) } }

  var name: String { [.tool, .all].contains(self) ? "livetable" : "livetable \(rawValue)" }

  /// What it does, in a sentence that goes on behind its name.
  var summary: String {
    switch self {
    case .tool, .all: "shows tables that change, and what changed in them"
    case .watch: "runs a command again and again, and shows its rows"
    case .replay: "shows a recording of --record, as it came or faster"
    case .diff: "prints how the rows of two tables differ"
    case .patch: "makes the changes that diff --format patch has printed"
    case .sqlite where !isBuilt: "is not in this build: build with --traits SQLite"
    case .sqlite: "shows a query of a SQLite database, by commit"
    case .postgres where !isBuilt: "is not in this build: build with --traits Postgres"
    case .postgres: "shows a table of a PostgreSQL server, by commit"
    case .completions: "prints what a shell completes, and the manual page"
    case .keys: "of every table on the screen; ? shows them there, too"
    }
  }

  /// Whether this build has it.
  private var isBuilt: Bool {
    switch self {
    #if !SQLite
    case .sqlite: false
    #endif
    #if !Postgres
    case .postgres: false
    #endif
    default: true
    }
  }

  /// How it is called.
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
    case .all: return Option.allCases.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// Those of its options that its help text explains; the others it names.
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

  /// What else there is to know.
  var notes: [String] {
    switch self {
    case .tool:
      [
        "Files and streams are CSV, TSV, JSON or columns, told apart by their text. In a stream of JSON an object "
          + "is a row; one with \"$delete\": true removes it; an array is a whole table.",
        "Exit status: 0; 1 where it ended before what --until waits for; 2 where a line was invalid.",
      ]
    case .watch:
      [
        "The first run marks nothing. A run that fails is reported, and the last good table stays; no output is an empty "
          + "table.",
        "Exit status: 0; 1 where it ended before what --until waits for; 2 where the last run failed or lines were bad.",
      ]
    case .replay: ["A recording that was cut off, at any byte, is shown up to there."]
    case .all: Self.notesOfAll
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
        "Without a query, the tables are listed. The file is written only where E changes a cell, nothing is polled, and a "
          + "file that is locked or gone is waited for. The tool reads all rows after each commit; --explain is about a "
          + "LiveQuery, which reads what has changed. --search uses a full-text table (FTS5) where there is one. "
          + "It takes a tool that was built with --traits SQLite."
      ]
    case .postgres:
      [
        "CONNINFO is what psql takes: 'host=db dbname=mail user=me' or postgresql://me@db/mail; the rest, also the password, "
          + "comes from PGHOST, PGPASSWORD and the like. Write '' for all of it.",
        "The server needs wal_level = logical, a publication that has the table (CREATE PUBLICATION livetables FOR TABLE "
          + "mail), a role with REPLICATION, and the table a primary key, which identifies rows. The slot is temporary.",
      ]
    case .completions:
      [
        "Write the text where the shell looks for it: ~/.local/share/bash-completion/completions/livetable for bash, "
          + "_livetable in a directory of fpath for zsh, ~/.config/fish/completions/livetable.fish for fish."
      ]
    case .keys: []
    }
  }

  /// What all commands' pages say, but each exit status.
  private static var notesOfAll: [String] {
    var notes = [tool.notes[0]]
    for topic in commands {
      for note in topic.notes where !note.hasPrefix("Exit status") { notes.append("\(topic.rawValue): \(note)") }
    }
    notes.append(formats)
    notes.append(
      "Exit status: 0; 1 where --until has not come true, tables differ or a patch does not fit; 2 where there is trouble."
    )
    return notes
  }

  static let formats =
    "Where standard output is no terminal, a line of JSON is printed for each change: how many rows it has inserted, "
    + "deleted, moved and updated, or, with --format ndjson, each of them with its old and new values. --once prints the "
    + "table as text or, with --format, as csv, tsv, json or ndjson."
}
