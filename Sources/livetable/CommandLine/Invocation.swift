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

struct ReplayOptions: Equatable, Sendable {
  var path: String
  var speed = 1.0
  var records = RecordOptions()
  var display = DisplayOptions()
}

struct StreamOptions: Equatable, Sendable {
  var records = RecordOptions()
  var format: InputFormat?
  var layout = TextLayout()
  var display = DisplayOptions()
  /// The number of last rows to keep, or `nil` to keep all rows.
  var last: Int?
}

struct WatchOptions: Equatable, Sendable {
  var command: [String]
  /// Whether to always run the command without a shell.
  var isExact = false
  var hasColors = false
  var format: InputFormat?
  var layout = TextLayout()
  var display = DisplayOptions()
  /// The time from the start of one run to the start of the next.
  var interval = Duration.seconds(2)
  var count: Int?
  /// The accepted exit statuses other than 0.
  var acceptedStatuses: Set<Int32> = []
  var records = RecordOptions()
}

extension WatchOptions {
  /// The arguments to run, using a shell for a single word with special characters, as `watch` does.
  var arguments: [String] {
    guard !isExact, command.count == 1, command[0].contains(where: { " \t\n|&;<>()$`*?~\"'\\#".contains($0) }) else {
      return command
    }
    return ["/bin/sh", "-c", command[0]]
  }
}

struct DiffOptions: Equatable {
  var old: String
  var new: String
  /// The format of both files, or `nil` to determine it by the file extension or the text.
  var format: InputFormat?
  var layout = TextLayout()
  var output = DiffOutput.text
  /// Whether lines are colored even if the output is not a terminal.
  var isColored = false
  /// Whether the order of rows matters.
  var hasOrder = true
  var records = RecordOptions()
}

struct SQLiteOptions: Equatable {
  var file: String
  var query: String?
  /// The text that the database searches for in all columns.
  var search: String?
  var count: Int?
  /// Whether to print only the strategy of the query.
  var isExplained = false
  var records = RecordOptions()
  var display = DisplayOptions()
}

enum DiffOutput: String, Equatable, CaseIterable {
  case text
  case json
  case patch
}

struct PatchOptions: Equatable, Sendable {
  var file: String
  var patch: String
  /// The format of the file, or `nil` to determine it by the file extension or the text.
  var format: InputFormat?
  var layout = TextLayout()
}

struct PostgresOptions: Equatable {
  var connection: String
  var table: String
  /// The publication, or `nil` for any publication of the table.
  var publication: String?
  var count: Int?
  var records = RecordOptions()
  var display = DisplayOptions()
}
