import Foundation

extension Invocation {
  /// Parses a command line.
  init(arguments: [String]) throws(UsageError) {
    let rest = arguments.dropFirst()
    switch arguments.first {
    case "watch": self = try .parsingWatch(rest)
    case "diff": self = try .parsingDiff(rest)
    case "sqlite": self = try .parsingSQLite(rest)
    case "postgres": self = try .parsingPostgres(rest)
    case "replay": self = try .parsingReplay(rest)
    case "patch": self = try .parsingPatch(rest)
    case "completions": self = try .parsingCompletions(rest)
    case "help":
      guard let name = rest.first else {
        self = .help(.tool)
        return
      }
      guard let topic = HelpTopic(rawValue: name), rest.count == 1 else {
        throw UsageError("there is no help for “\(rest.joined(separator: " "))”", "see livetable --help")
      }
      self = .help(topic)
    default: self = try .parsingStream(arguments)
    }
  }

  private static func parsingStream(_ arguments: [String]) throws(UsageError) -> Invocation {
    var scanner = ArgumentScanner(.tool, arguments)
    var options = StreamOptions()
    var path: String?
    while let token = try scanner.next() {
      switch token {
      case .option(.help, _): return .help(.tool)
      case .option(.version, _): return .version
      case .option(.input, let value): options.format = try format(value)
      case .option(.last, let value): options.last = try .number(value, of: .last, atLeast: 1)
      case .option(let option, let value) where DisplayOptions.options.contains(option):
        try options.display.set(option, value)
      case .option(let option, let value) where TextLayout.has(option, value): try options.layout.set(option, value)
      case .option(let option, let value): try options.records.set(option, value)
      case .separator: continue
      case .word("-"): continue
      case .word(let word):
        guard path == nil, access(word, F_OK) == 0 || word.contains(where: { "./".contains($0) }) else {
          let near = word.nearest(among: HelpTopic.commands.map(\.rawValue) + ["help"])
          throw UsageError(
            "“\(word)” is neither a command nor a file",
            near.map { "did you mean livetable \($0)?" } ?? "pipe rows into livetable, or see livetable --help")
        }
        path = word
      }
    }
    // The columns of a file with an extension have names, if only 1, 2, and so on, so a number is a name.
    if options.format == nil, let path, let format = InputFormat(path: path), format != .columns,
      let name = options.layout.columns
    {
      options.layout.columns = nil
      options.records.columns = ["\(name)"]
    }
    options.format = try inputFormat(options.format, options.layout)
    try options.display.check()
    return path.map { .file(path: $0, options) } ?? .stream(options)
  }

  private static func parsingWatch(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var scanner = ArgumentScanner(.watch, arguments)
    var options = WatchOptions(command: [])
    scanning: while let token = try scanner.next() {
      switch token {
      case .option(.help, _): return .help(.watch)
      case .option(.every, let value): options.interval = try interval(value)
      case .option(.count, let value): options.count = try .number(value, of: .count, atLeast: 1)
      case .option(.input, let value): options.format = try format(value)
      case .option(let option, let value) where DisplayOptions.options.contains(option):
        try options.display.set(option, value)
      case .option(.exec, _): options.isExact = true
      case .option(.ok, let value): options.good = try statuses(value)
      case .option(.color, _): options.hasColors = true
      case .option(.differences, _): continue
      case .option(let option, let value) where TextLayout.has(option, value): try options.layout.set(option, value)
      case .option(let option, let value): try options.records.set(option, value)
      case .separator:
        options.command = Array(scanner.rest)
        break scanning
      case .word(let word):
        options.command = [word] + scanner.rest
        break scanning
      }
    }
    options.format = try inputFormat(options.format, options.layout)
    guard let name = options.command.first, !name.isEmpty else {
      throw UsageError("there is no command to watch", "write livetable watch -- COMMAND [ARG…], for example -- ps -ef")
    }
    try options.display.check()
    return .watch(options)
  }

  /// Parses a command line of options and words, in any order.
  ///
  /// - Returns: The words, or `nil` if help is requested.
  private static func words(
    _ topic: HelpTopic, _ arguments: ArraySlice<String>, take: (Option, String) throws(UsageError) -> Void
  ) throws(UsageError) -> [String]? {
    var scanner = ArgumentScanner(topic, arguments)
    var words: [String] = []
    while let token = try scanner.next() {
      switch token {
      case .option(.help, _): return nil
      case .option(let option, let value): try take(option, value)
      case .separator: continue
      case .word(let word): words.append(word)
      }
    }
    return words
  }

  private static func parsingDiff(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var options = DiffOptions(old: "", new: "")
    func take(_ option: Option, _ value: String) throws(UsageError) {
      switch option {
      case .input: options.format = try format(value)
      case .format:
        guard let output = DiffOutput(rawValue: value) else {
          throw UsageError("--format “\(value)” is unknown", "write --format text, json or patch")
        }
        options.output = output
      case .ignoreOrder: options.hasOrder = false
      case .color: options.isColored = true
      case _ where TextLayout.has(option, value): try options.layout.set(option, value)
      default: try options.records.set(option, value)
      }
    }
    guard let files = try words(.diff, arguments, take: take) else { return .help(.diff) }
    guard files.count == 2 else {
      throw UsageError(
        "expected 2 files, got \(files.count)", "write livetable diff OLD NEW, for example diff old.json new.json"
      )
    }
    (options.old, options.new) = (files[0], files[1])
    options.format = try inputFormat(options.format, options.layout)
    if files == ["-", "-"] { throw UsageError("both files are standard input", "write a file name instead of one -") }
    if options.output == .patch, options.records.groupBy != nil {
      throw UsageError("a patch cannot contain groups", "leave out --group-by")
    }
    if options.output == .patch, options.layout.skip > 0 || options.layout.hasNoHeader {
      throw UsageError("a patch applies to the whole file", "leave out --skip and --no-header")
    }
    if options.output == .patch, !options.records.ignored.isEmpty {
      throw UsageError("a patch contains all columns", "leave out --ignore")
    }
    return .diff(options)
  }

  private static func parsingSQLite(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var options = SQLiteOptions(file: "")
    func take(_ option: Option, _ value: String) throws(UsageError) {
      switch option {
      case .search: options.search = value
      case .explain:
        options.isExplained = true
        // The strategy is printed, and the screen would hide it.
        options.display.isOnce = true
      case .count: options.count = try .number(value, of: .count, atLeast: 1)
      case _ where DisplayOptions.options.contains(option): try options.display.set(option, value)
      default: try options.records.set(option, value)
      }
    }
    guard let words = try words(.sqlite, arguments, take: take) else { return .help(.sqlite) }
    guard (1...2).contains(words.count) else {
      throw UsageError(
        "expected a file and a query, got \(words.count) words",
        "write livetable sqlite FILE QUERY, for example sqlite mail.db 'SELECT * FROM mail'")
    }
    (options.file, options.query) = (words[0], words.count > 1 ? words[1] : nil)
    try options.display.check()
    return .sqlite(options)
  }

  private static func parsingReplay(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var options = ReplayOptions(path: "")
    func take(_ option: Option, _ value: String) throws(UsageError) {
      switch option {
      case .speed:
        guard let speed = Double(value), speed > 0, speed.isFinite else {
          throw UsageError("--speed “\(value)” is invalid", "write how many times as fast: --speed 10")
        }
        options.speed = speed
      case _ where DisplayOptions.options.contains(option): try options.display.set(option, value)
      default: try options.records.set(option, value)
      }
    }
    guard let files = try words(.replay, arguments, take: take) else { return .help(.replay) }
    guard files.count == 1 else {
      throw UsageError("expected 1 recording, got \(files.count)", "write livetable replay FILE")
    }
    options.path = files[0]
    try options.display.check()
    return .replay(options)
  }

  private static func parsingPatch(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var options = PatchOptions(file: "", patch: "")
    func take(_ option: Option, _ value: String) throws(UsageError) {
      if option == .input { options.format = try format(value) } else { try options.layout.set(option, value) }
    }
    guard let files = try words(.patch, arguments, take: take) else { return .help(.patch) }
    guard files.count == 2 else {
      throw UsageError("expected a file and a patch, got \(files.count) words", "write livetable patch FILE PATCH")
    }
    if files == ["-", "-"] {
      throw UsageError("file and patch are both standard input", "write a file name instead of one -")
    }
    (options.file, options.patch) = (files[0], files[1])
    return .patch(options)
  }

  private static func parsingCompletions(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    guard let words = try words(.completions, arguments, take: { _, _ in }) else { return .help(.completions) }
    guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
      throw UsageError("there are no completions for “\(words.joined(separator: " "))”", "write bash, zsh, fish or man")
    }
    return .completions(shell)
  }

  private static func parsingPostgres(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var options = PostgresOptions(connection: "", table: "")
    func take(_ option: Option, _ value: String) throws(UsageError) {
      switch option {
      case .publication: options.publication = value
      case .count: options.count = try .number(value, of: .count, atLeast: 1)
      case _ where DisplayOptions.options.contains(option): try options.display.set(option, value)
      default: try options.records.set(option, value)
      }
    }
    guard let words = try words(.postgres, arguments, take: take) else { return .help(.postgres) }
    guard words.count == 2 else {
      throw UsageError(
        "expected a connection and a table, got \(words.count) words",
        "write livetable postgres CONNINFO TABLE, for example postgres 'host=db dbname=mail' mail")
    }
    (options.connection, options.table) = (words[0], words[1])
    try options.display.check()
    return .postgres(options)
  }

  // MARK: - Values

  private static func interval(_ text: String) throws(UsageError) -> Duration {
    let longest = 366.0 * 24 * 60 * 60
    guard SortableNumber(text) != nil, let seconds = Double(text), seconds >= 0.001, seconds <= longest else {
      throw UsageError("--every “\(text)” is not a valid interval", "write seconds, from 0.001 to a year: --every 2")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  private static func statuses(_ text: String) throws(UsageError) -> Set<Int32> {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    let statuses = numbers.compactMap { $0.flatMap { (0...255).contains($0) ? $0 : nil } }
    guard statuses.count == numbers.count else {
      throw UsageError("--ok “\(text)” is invalid", "write exit statuses from 0 to 255: --ok 1,2")
    }
    return Set(statuses)
  }

  /// The format that the options determine, if any; a separator or a number of columns also does.
  private static func inputFormat(
    _ format: InputFormat?, _ layout: TextLayout
  ) throws(UsageError) -> InputFormat? {
    if format == .json, layout.hasNoHeader {
      throw UsageError("--no-header does not apply to JSON", "leave out --no-header or --input")
    }
    if let separator = layout.separator {
      guard format != .json, format != .columns else {
        throw UsageError("--separator applies only to CSV", "leave out --separator or --input")
      }
      return .separated(separator)
    }
    guard layout.columns != nil else { return format }
    guard format == nil || format == .columns else {
      throw UsageError("--columns N applies only to columns", "leave out --columns or --input")
    }
    return .columns
  }

  private static func format(_ text: String) throws(UsageError) -> InputFormat {
    guard let format = InputFormat(name: text) else {
      throw UsageError("--input “\(text)” is unknown", "write --input csv, tsv, json, ndjson or columns")
    }
    return format
  }
}
