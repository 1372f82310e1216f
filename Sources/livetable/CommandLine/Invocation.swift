/// What one command line asks for.
enum Invocation: Equatable {
  case help(HelpTopic)
  case version
  case watch(WatchOptions)
  case stream(RecordOptions)
  case diff(DiffOptions)
  /// The to-do list in a file.
  case demo(path: String)
  case sqlite(SQLiteOptions)
}

/// What `livetable watch` is asked to do.
struct WatchOptions: Equatable {
  /// The command and its arguments.
  var command: [String]
  /// How the command's output is written.
  var format = InputFormat.columns(ColumnLayout())
  /// The time from the start of one run to the start of the next.
  var interval = Duration.seconds(2)
  /// How many runs there are; without it, they go on.
  var count: Int?
  var records = RecordOptions()
}

/// What `livetable diff` is asked to do.
struct DiffOptions: Equatable {
  /// The path of the file that comes first.
  var old: String
  /// The path of the file that comes second.
  var new: String
  /// How both files are written; without it, their extensions say so.
  var format: InputFormat?
  var output = DiffOutput.text
  /// Which columns identify and group the rows.
  var records = RecordOptions()
}

/// What `livetable sqlite` is asked to do.
struct SQLiteOptions: Equatable {
  /// The path of the database.
  var file: String
  /// The statement whose rows are shown.
  var query: String
  /// What some column of a row has to have, to be shown: the database is searched for it.
  var search: String?
  /// How many tables are shown; without it, they go on.
  var count: Int?
  var records = RecordOptions()
}

/// How `livetable diff` prints a difference.
enum DiffOutput: String, Equatable, CaseIterable {
  case text
  case json
}
