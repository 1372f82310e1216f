/// What one command line asks for.
enum Invocation: Equatable {
  case help(HelpTopic)
  case version
  case watch(WatchOptions)
  case stream(StreamOptions)
  /// A file, which is read again when it changes.
  case file(path: String, StreamOptions)
  case diff(DiffOptions)
  case sqlite(SQLiteOptions)
  case postgres(PostgresOptions)
  case replay(ReplayOptions)
  case patch(PatchOptions)
  case completions(Shell)
}

/// What `livetable replay` is asked to do.
struct ReplayOptions: Equatable, Sendable {
  /// The recording.
  var path: String
  /// How many times as fast as it was recorded it is shown.
  var speed = 1.0
  var records = RecordOptions()
  var display = DisplayOptions()
}

/// What is asked about a stream or a file.
struct StreamOptions: Equatable, Sendable {
  var records = RecordOptions()
  /// How rows are written; without it, the text says so.
  var format: InputFormat?
  var layout = TextLayout()
  var display = DisplayOptions()
  /// How many rows are kept, the last ones; without it, all are.
  var last: Int?
}

/// What `livetable watch` is asked to do.
struct WatchOptions: Equatable, Sendable {
  var command: [String]
  /// Whether the words of the command are its arguments, also where it is one that a shell would take apart.
  var isExact = false
  /// Whether the colours are shown that the command prints.
  var hasColors = false
  /// How the command's output is written; without it, the output says so.
  var format: InputFormat?
  var layout = TextLayout()
  var display = DisplayOptions()
  /// The time from the start of one run to the start of the next.
  var interval = Duration.seconds(2)
  /// How many runs there are; without it, they go on.
  var count: Int?
  /// The exit statuses other than 0 with which a run is good.
  var good: Set<Int32> = []
  var records = RecordOptions()
}

extension WatchOptions {
  /// What is run: a single word that a shell would take apart is run by one, as `watch` does.
  var arguments: [String] {
    guard !isExact, command.count == 1, command[0].contains(where: { " \t\n|&;<>()$`*?~\"'\\#".contains($0) }) else {
      return command
    }
    return ["/bin/sh", "-c", command[0]]
  }
}

/// What `livetable diff` is asked to do.
struct DiffOptions: Equatable {
  /// The path of the file that comes first.
  var old: String
  /// The path of the file that comes second.
  var new: String
  /// How both files are written; without it, their extensions or their texts say so.
  var format: InputFormat?
  var layout = TextLayout()
  var output = DiffOutput.text
  /// Whether lines have colours wherever they go.
  var isColored = false
  /// Whether the order of rows counts.
  var hasOrder = true
  /// Which columns identify and group the rows.
  var records = RecordOptions()
}

/// What `livetable sqlite` is asked to do.
struct SQLiteOptions: Equatable {
  /// The path of the database.
  var file: String
  /// The statement whose rows are shown; without it, the tables are listed.
  var query: String?
  /// What some column of a row has to have, to be shown: the database is searched for it.
  var search: String?
  /// How many tables are shown; without it, they go on.
  var count: Int?
  /// Whether only the strategy of the query is printed.
  var isExplained = false
  var records = RecordOptions()
  var display = DisplayOptions()
}

/// How `livetable diff` prints a difference.
enum DiffOutput: String, Equatable, CaseIterable {
  case text
  case json
  case patch
}

/// What `livetable patch` is asked to do.
struct PatchOptions: Equatable, Sendable {
  /// The path of the table.
  var file: String
  /// The path of the changes.
  var patch: String
  /// How the file is written; without it, its extension or its text says so.
  var format: InputFormat?
  var layout = TextLayout()
}

/// What `livetable postgres` is asked to do.
struct PostgresOptions: Equatable {
  /// How to connect, as libpq has it.
  var connection: String
  /// The table.
  var table: String
  /// The publication that has it; without it, any.
  var publication: String?
  /// How many tables are shown; without it, they go on.
  var count: Int?
  var records = RecordOptions()
  var display = DisplayOptions()
}
