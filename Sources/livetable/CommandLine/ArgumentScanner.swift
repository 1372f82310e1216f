/// Splits a command line into options with their values, in any order, and words.
struct ArgumentScanner {
  enum Token: Equatable {
    case option(Option, String)
    case word(String)
    /// The separator `--`, which is followed only by words.
    case separator
  }

  let command: String
  let known: [Option]
  private(set) var rest: ArraySlice<String>
  private var seen: Set<Option> = []
  private var isPastSeparator = false

  init(_ topic: HelpTopic, _ arguments: some Sequence<String>) {
    command = topic.name
    known = topic.options
    rest = ArraySlice(arguments)
  }

  mutating func next() throws(UsageError) -> Token? {
    guard var argument = rest.popFirst() else { return nil }
    // A query may start with a comment.
    let isComment = argument.hasPrefix("--") && argument.dropFirst(2).first?.isWhitespace == true
    if isPastSeparator || argument == "-" || !argument.hasPrefix("-") || isComment { return .word(argument) }
    if argument == "--" {
      isPastSeparator = true
      return .separator
    }
    // `-dc` means `-d -c`.
    if Self.areJoined(argument) {
      rest.insert("-" + argument.dropFirst(2), at: rest.startIndex)
      argument = String(argument.prefix(2))
    }
    var name = String(argument.prefix { $0 != "=" })
    var attached = argument.dropFirst(name.count + 1)
    // `-n2` means `-n 2`.
    if !name.hasPrefix("--"), name.count > 2, Option.letters[Array(name)[1]]?.isFlag == false {
      attached = argument.dropFirst(2)
      name = String(name.prefix(2))
    }
    let option = try option(named: name)
    guard seen.insert(option).inserted || option.mayRepeat else {
      throw UsageError("\(name) appears twice", "write it once")
    }
    if option.isFlag {
      if name != argument { throw UsageError("\(name) takes no value", "leave out “=\(attached)”") }
      return .option(option, "")
    }
    return .option(option, name == argument ? try value(of: option) : String(attached))
  }

  /// Returns whether an argument consists of several one-letter flags, possibly followed by an option with a value.
  private static func areJoined(_ argument: String) -> Bool {
    let letters = argument.dropFirst().prefix { $0 != "=" }
    let flags = letters.prefix { Option.letters[$0]?.isFlag == true }
    guard let next = letters.dropFirst(flags.count).first else { return flags.count > 1 }
    return !flags.isEmpty && Option.letters[next] != nil
  }

  private mutating func value(of option: Option) throws(UsageError) -> String {
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw UsageError("\(option.name) needs a value", "write \(option.name) \(option.placeholder ?? "")")
    }
    rest.removeFirst()
    return value
  }

  private func option(named name: String) throws(UsageError) -> Option {
    if name.count == 2, let letter = name.last, let option = Option.letters[letter], known.contains(option) {
      return option
    }
    if let option = known.first(where: { $0.name == name }) { return option }
    if Option.allCases.contains(where: { $0.name == name }) {
      throw UsageError("\(command) has no option \(name)", "see \(command) --help")
    }
    if let option = Self.synonyms[name], known.contains(option) {
      throw UsageError("unknown option \(name)", "did you mean \(option.form)?")
    }
    if let advice = Self.needless[name] { throw UsageError("unknown option \(name)", "leave it out: \(advice)") }
    let near = name.nearest(among: known.map(\.name))
    throw UsageError("unknown option \(name)", near.map { "did you mean \($0)?" } ?? "see \(command) --help")
  }

  /// The names of options in other tools.
  private static let synonyms: [String: Option] = [
    "--interval": .every, "-i": .every, "--refresh": .every, "--beep": .bell, "--chgexit": .untilChange,
    "--equexit": .untilChange, "-q": .untilChange, "--diff": .differences, "--sort": .sortBy, "-s": .sortBy,
    "--filter": .search, "--grep": .search, "--key": .id, "--tail": .last, "--limit": .last, "--lines": .last,
    "--group": .groupBy, "--output": .format, "-o": .format, "--exclude": .ignore, "--ansi": .color,
  ]

  /// The options of other tools that are not needed here, with the reasons.
  private static let needless: [String: String] = {
    let title = "there is no title; the status line shows the source"
    let failure = "a failed run is reported, and the next run starts as usual"
    let lines = "lines are never wrapped; ← and → scroll"
    let times = "--every is the time between the starts of the command"
    return [
      "-t": title, "--no-title": title, "-e": failure, "--errexit": failure, "-w": lines, "--no-wrap": lines,
      "-p": times, "--precise": times,
    ]
  }()
}
