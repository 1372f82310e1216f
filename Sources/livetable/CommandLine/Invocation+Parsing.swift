import Foundation

extension Invocation {
  init(arguments: [String]) throws(UsageError) {
    let rest = arguments.dropFirst()
    if arguments.first == "help" {
      let topic = rest.isEmpty ? .tool : HelpTopic(rawValue: rest[1])
      guard let topic, rest.count < 2 else {
        throw UsageError("there is no help for “\(rest.joined(separator: " "))”", "see livetable --help")
      }
      self = .help(topic)
      return
    }
    let topic = HelpTopic.commands.first { $0.rawValue == arguments.first } ?? .tool
    let line = try ParsedLine(topic, topic == .tool ? arguments[...] : rest)
    self = line.has(.help) ? .help(topic) : line.has(.version) ? .version : try Self(topic, line)
  }

  private init(_ topic: HelpTopic, _ line: ParsedLine) throws(UsageError) {
    let words = line.words
    if let (counts, form) = topic.words, !counts.contains(words.count) {
      throw UsageError("\(words.count == 1 ? "1 word" : "\(words.count) words") after \(topic.name)", "write \(form)")
    }
    if [.diff, .patch].contains(topic), words == ["-", "-"] {
      throw UsageError("both files are standard input", "write a file name instead of one -")
    }
    switch topic {
    case .watch:
      guard words.first?.isEmpty == false else {
        throw UsageError(
          "there is no command to watch", "write livetable watch -- COMMAND [ARG…], for example -- ps -ef")
      }
      self = .watch(
        WatchOptions(
          command: words, isExact: line.has(.exec), hasColors: line.has(.color), format: line.format,
          layout: line.layout, display: line.display, interval: line.interval, count: line.count,
          acceptedStatuses: line.acceptedStatuses,
          records: line.records))
    case .diff:
      let options = DiffOptions(
        old: words[0], new: words[1], format: line.format, layout: line.layout, output: line.output,
        isColored: line.has(.color), hasOrder: !line.has(.ignoreOrder), records: line.records)
      if options.output == .patch { try options.checkPatch() }
      self = .diff(options)
    case .patch:
      self = .patch(PatchOptions(file: words[0], patch: words[1], format: line.format, layout: line.layout))
    case .replay:
      self = .replay(
        ReplayOptions(path: words[0], speed: line.speed, records: line.records, display: line.display))
    case .sqlite:
      self = .sqlite(
        SQLiteOptions(
          file: words[0], query: words.count > 1 ? words[1] : nil, search: line.search, count: line.count,
          isExplained: line.has(.explain), records: line.records, display: line.display))
    case .postgres:
      self = .postgres(
        PostgresOptions(
          connection: words[0], table: words[1], publication: line.publication, count: line.count,
          records: line.records, display: line.display))
    case .completions:
      guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
        throw UsageError(
          "there are no completions for “\(words.joined(separator: " "))”", "write bash, zsh, fish or man")
      }
      self = .completions(shell)
    case .tool, .keys, .all:
      let options = StreamOptions(
        records: line.records, format: line.format, layout: line.layout, display: line.display, last: line.last)
      self = words.first.map { .file(path: $0, options) } ?? .stream(options)
    }
  }
}

extension DiffOptions {
  /// Checks the options of a patch, which contains all rows and columns.
  fileprivate func checkPatch() throws(UsageError) {
    if records.groupBy != nil { throw UsageError("a patch cannot contain groups", "leave out --group-by") }
    if layout.skip > 0 || layout.hasNoHeader {
      throw UsageError("a patch applies to the whole file", "leave out --skip and --no-header")
    }
    if !records.ignored.isEmpty { throw UsageError("a patch contains all columns", "leave out --ignore") }
  }
}

private struct ParsedLine {
  private(set) var words: [String] = []
  private(set) var records = RecordOptions()
  private(set) var display = DisplayOptions()
  private(set) var layout = TextLayout()
  private(set) var format: InputFormat?
  private(set) var output = DiffOutput.text
  private(set) var interval = Duration.seconds(2)
  private(set) var speed = 1.0
  private(set) var acceptedStatuses: Set<Int32> = []
  private(set) var count: Int?
  private(set) var last: Int?
  private(set) var search: String?
  private(set) var publication: String?
  private var flags: Set<Option> = []

  /// Parses options and words in any order, up to an option that asks for help.
  init(_ topic: HelpTopic, _ arguments: ArraySlice<String>) throws(UsageError) {
    var scanner = ArgumentScanner(topic, arguments)
    scanning: while let token = try scanner.next() {
      switch token {
      case .option(let option, let value):
        try set(option, value, of: topic)
        if option == .help || option == .version { return }
      case .word("-") where topic == .tool: continue
      case .word(let word):
        if topic == .tool { try checkPath(word) }
        words.append(word)
        if topic != .watch { continue }
        // The options after the command are its own.
        words += scanner.rest
        break scanning
      case .separator:
        if topic != .watch { continue }
        words = Array(scanner.rest)
        break scanning
      }
    }
    // The columns of a file with an extension have names, if only 1, 2, and so on, so a number is a name.
    if topic == .tool, format == nil, let path = words.first, let known = InputFormat(path: path), known != .columns,
      let name = layout.columns
    {
      layout.columns = nil
      records.columns = ["\(name)"]
    }
    if topic != .patch { format = try inputFormat() }
    try display.check()
  }

  func has(_ flag: Option) -> Bool { flags.contains(flag) }

  private func checkPath(_ word: String) throws(UsageError) {
    if words.isEmpty, access(word, F_OK) == 0 || word.contains(where: { "./".contains($0) }) { return }
    let near = word.nearest(among: HelpTopic.commands.map(\.rawValue) + ["help"])
    throw UsageError(
      "“\(word)” is neither a command nor a file",
      near.map { "did you mean livetable \($0)?" } ?? "pipe rows into livetable, or see livetable --help")
  }

  private mutating func set(_ option: Option, _ value: String, of topic: HelpTopic) throws(UsageError) {
    switch option {
    case .color, .differences, .exec, .help, .ignoreOrder, .version: flags.insert(option)
    case .explain:
      flags.insert(option)
      // The strategy is printed, and the screen would hide it.
      display.isOnce = true
    case .count: count = try .number(value, of: .count, atLeast: 1)
    case .last: last = try .number(value, of: .last, atLeast: 1)
    case .publication: publication = value
    case .every: interval = try Self.interval(value)
    case .ok: acceptedStatuses = try Self.statuses(value)
    case .speed:
      guard let speed = Double(value), speed > 0, speed.isFinite else {
        throw UsageError("--speed “\(value)” is invalid", "write a number greater than 0: --speed 10")
      }
      self.speed = speed
    case .input:
      guard let format = InputFormat(name: value) else {
        throw UsageError("--input “\(value)” is unknown", "write --input csv, tsv, json, ndjson or columns")
      }
      self.format = format
    case .format where topic == .diff:
      guard let output = DiffOutput(rawValue: value) else {
        throw UsageError("--format “\(value)” is unknown", "write --format text, json or patch")
      }
      self.output = output
    case .search where topic == .sqlite: search = value
    case .ignore where topic == .diff: try records.set(option, value)
    case _ where DisplayOptions.options.contains(option): try display.set(option, value)
    case _ where topic.options.contains(.separator) && TextLayout.has(option, value): try layout.set(option, value)
    default: try records.set(option, value)
    }
  }

  private static func interval(_ text: String) throws(UsageError) -> Duration {
    let longest = 366.0 * 24 * 60 * 60
    guard let seconds = Measure.seconds(text), (0.001...longest).contains(seconds) else {
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

  /// Returns the format that `--input`, a separator, or a number of columns determines, if any.
  private func inputFormat() throws(UsageError) -> InputFormat? {
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
}
