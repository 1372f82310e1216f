import Foundation
import Testing

@testable import livetable

private func parse(_ line: String) throws -> Invocation {
  try Invocation(arguments: line.split(separator: " ").map(String.init))
}

@Suite struct InvocationTests {
  @Test func withoutACommandItReadsAStream() throws {
    #expect(try parse("") == .stream(StreamOptions()))
    #expect(
      try parse("--id a,b --group-by=g --sort-by size:desc --search err")
        == .stream(
          StreamOptions(
            records: RecordOptions(
              id: ["a", "b"], groupBy: "g", sortBy: [SortOrder(column: "size", isDescending: true)], search: "err"))))
  }

  @Test func aWatchHasACommand() throws {
    #expect(try parse("watch -- ps -ef --help") == .watch(WatchOptions(command: ["ps", "-ef", "--help"])))
    #expect(try parse("watch --count 3 ps -ef") == .watch(WatchOptions(command: ["ps", "-ef"], count: 3)))
    #expect(try parse("watch x") == parse("watch --every 2 x"))
    #expect(throws: UsageError.self) { try Invocation(arguments: ["watch", ""]) }
    #expect(try parse("watch -- -- x") == .watch(WatchOptions(command: ["--", "x"])))
  }

  @Test func aWatchHasOptions() throws {
    var options = WatchOptions(command: ["ls", "-l"])
    options.interval = .milliseconds(500)
    options.count = 3
    options.records = RecordOptions(id: ["9"], groupBy: "3", sortBy: [SortOrder(column: "a:b")], search: "x")
    options.format = .columns
    options.layout = TextLayout(columns: 9, skip: 1, hasNoHeader: true)
    let line =
      "watch --skip 1 --no-header --columns 9 --id 9 --group-by 3 --search=x --sort-by a:b:asc --every .5 --count=3 -- ls -l"
    #expect(try parse(line) == .watch(options))
    #expect(try parse("watch --input ndjson -- x") == .watch(WatchOptions(command: ["x"], format: .json)))
  }

  @Test func aWatchUnderstandsTheLettersOfWatch() throws {
    var options = WatchOptions(command: ["ps", "-ef"])
    options.interval = .milliseconds(500)
    #expect(try parse("watch -n 0.5 ps -ef") == .watch(options))
    #expect(try parse("watch -n0.5 ps -ef") == .watch(options))
    options.isExact = true
    #expect(try parse("watch -d -n .5 -x ps -ef") == .watch(options))
    #expect(try parse("watch -dxn.5 ps -ef") == .watch(options) && parse("watch -xdn .5 ps -ef") == .watch(options))
    options.hasColors = true
    #expect(try parse("watch -dxc -n .5 ps -ef") == .watch(options))
    #expect(try parse("watch -hd ps") == .help(.watch))
  }

  @Test func oneWordThatAShellTakesApartIsRunByOne() {
    #expect(WatchOptions(command: ["ps aux | head"]).arguments == ["/bin/sh", "-c", "ps aux | head"])
    #expect(WatchOptions(command: ["ps"]).arguments == ["ps"])
    #expect(WatchOptions(command: ["ls", "*.c"]).arguments == ["ls", "*.c"])
    #expect(WatchOptions(command: ["my prog"], isExact: true).arguments == ["my prog"])
  }

  @Test func columnsAreANumberOrNames() throws {
    #expect(
      try parse("watch --columns 3 -- x")
        == .watch(WatchOptions(command: ["x"], format: .columns, layout: TextLayout(columns: 3))))
    #expect(try parse("--columns 3") == .stream(StreamOptions(format: .columns, layout: TextLayout(columns: 3))))
    let bare = TextLayout(skip: 2, hasNoHeader: true)
    #expect(try parse("--no-header --skip 2") == .stream(StreamOptions(layout: bare)))
    #expect(try parse("./a.csv --no-header --skip 2") == .file(path: "./a.csv", StreamOptions(layout: bare)))
    #expect(try parse("diff a b --no-header --skip 2") == .diff(DiffOptions(old: "a", new: "b", layout: bare)))
    let years = StreamOptions(records: RecordOptions(columns: ["2019"]), layout: TextLayout(hasNoHeader: true))
    #expect(try parse("years.csv --no-header --columns 2019") == .file(path: "years.csv", years))
    let text = StreamOptions(format: .columns, layout: TextLayout(columns: 3))
    #expect(try parse("./x.txt --columns 3") == .file(path: "./x.txt", text))
    let named = WatchOptions(command: ["x"], records: RecordOptions(columns: ["metadata.name", "b"]))
    #expect(try parse("watch --columns metadata.name,b -- x") == .watch(named))
  }

  @Test func marksStayForATimeOrForever() throws {
    func marks(_ value: String) throws -> Duration? {
      guard case .watch(let options) = try parse("watch --mark \(value) x") else { return nil }
      return options.display.markTime
    }
    #expect(try marks("forever") == .seconds(1_000_000_000))
    #expect(try marks("5s") == .seconds(5))
    #expect(try marks("0.5") == .milliseconds(500))
    #expect(throws: UsageError.self) { try parse("watch --mark soon x") }
  }

  @Test func aTableThatIsPrintedOnceWantsTheOption() throws {
    for line in [
      "watch --format json x", "--format json", "a.csv --format json", "replay a --format json",
      "sqlite a --format json", "postgres a b --format json",
    ] {
      #expect(throws: UsageError.self, "\(line)") { try parse(line) }
    }
    for line in ["watch --format json --once x", "watch --format ndjson x", "--format json --once"] {
      #expect(throws: Never.self, "\(line)") { try parse(line) }
    }
  }

  @Test func aFileIsRead() throws {
    #expect(try parse("a/old.csv --id x") == .file(path: "a/old.csv", StreamOptions(records: RecordOptions(id: ["x"]))))
    #expect(try parse("-") == .stream(StreamOptions()))
    // The path of an existing file needs neither a dot nor a slash.
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: ".").first { !$0.contains(".") })
    #expect(try Invocation(arguments: [name]) == .file(path: name, StreamOptions()))
  }

  @Test func aPatchAndItsFileAreNotBothStandardInput() throws {
    #expect(try parse("patch a -") == .patch(PatchOptions(file: "a", patch: "-")))
    #expect(throws: UsageError.self) { try parse("patch - -") }
  }

  @Test func theThemeSaysWhetherTheBackgroundIsBright() throws {
    func isLight(_ line: String) throws -> Bool? {
      guard case .stream(let options) = try parse(line) else { return nil }
      return options.display.isLight
    }
    #expect(try [isLight(""), isLight("--theme dark"), isLight("--theme light")] == [nil, false, true])
    #expect(throws: UsageError.self) { try isLight("--theme blue") }
  }

  @Test func aRecordingIsReplayed() throws {
    #expect(try parse("replay a --speed 10") == .replay(ReplayOptions(path: "a", speed: 10)))
    for line in ["replay", "replay a b", "replay a --speed 0", "replay a --speed x"] {
      #expect(throws: UsageError.self) { try parse(line) }
    }
  }

  @Test func theHistoryHasASizeOrAnAge() throws {
    func limit(_ value: String) throws -> History.Limit? {
      guard case .stream(let options) = try parse("--history \(value)") else { return nil }
      return options.display.history
    }
    #expect(try limit("2K") == History.Limit(bytes: 2048))
    #expect(try limit("0") == History.Limit(bytes: 0))
    #expect(try limit("2h") == History.Limit(age: 7200))
    #expect(throws: UsageError.self) { try limit("long") }
    guard case .stream(let options) = try parse("--record file") else { return }
    #expect(options.display.recording == "file")
  }

  @Test func aServerHasAConnectionAndATable() throws {
    let options = PostgresOptions(
      connection: "host=db", table: "mail", publication: "p", count: 2, records: RecordOptions(id: ["a"], groupBy: "b"))
    let arguments = [
      "postgres", "host=db", "mail", "--id", "a", "--group-by=b", "--publication", "p", "--count", "2",
    ]
    #expect(try Invocation(arguments: arguments) == .postgres(options))
    #expect(try Invocation(arguments: ["postgres", "", "t"]) == .postgres(PostgresOptions(connection: "", table: "t")))
    #expect(try parse("postgres --help") == .help(.postgres))
    for words in ["postgres", "postgres a", "postgres a b c", "postgres a b --every 2"] {
      #expect(throws: UsageError.self) { try parse(words) }
    }
  }

  @Test func aDatabaseHasAFileAndAQuery() throws {
    let options = SQLiteOptions(
      file: "mail.db", query: "SELECT 1", search: "lunch", count: 2,
      records: RecordOptions(id: ["a"], groupBy: "b"))
    let arguments = ["sqlite", "mail.db", "--id", "a", "SELECT 1", "--group-by=b", "--search", "lunch", "--count", "2"]
    #expect(try Invocation(arguments: arguments) == .sqlite(options))
    #expect(try parse("sqlite --help") == .help(.sqlite))
    #expect(try parse("sqlite mail.db") == .sqlite(SQLiteOptions(file: "mail.db")))
    guard case .sqlite(let explained) = try parse("sqlite --explain mail.db x") else { return #expect(Bool(false)) }
    #expect(explained.isExplained && !options.isExplained)
    #expect(explained.display.isOnce && !options.display.isOnce, "no screen is shown that takes it away")
    #expect(throws: UsageError.self) { try parse("sqlite") }
    #expect(throws: UsageError.self) { try parse("sqlite mail.db SELECT 1") }
    #expect(throws: UsageError.self) { try parse("sqlite mail.db x --every 2") }
  }

  @Test func aDiffHasTwoFiles() throws {
    #expect(try parse("diff a.json b.csv") == .diff(DiffOptions(old: "a.json", new: "b.csv")))
    #expect(
      try parse("diff a --input csv --format=json b --group-by g --id k")
        == .diff(
          DiffOptions(old: "a", new: "b", format: .csv, output: .json, records: RecordOptions(id: ["k"], groupBy: "g")))
    )
    #expect(try parse("diff -c a b") == .diff(DiffOptions(old: "a", new: "b", isColored: true)))
    #expect(try parse("diff -- --old --new") == .diff(DiffOptions(old: "--old", new: "--new")))
  }

  @Test(
    arguments: [
      ("--help", .help(.tool)), ("-h", .help(.tool)), ("help", .help(.tool)), ("help diff", .help(.diff)),
      ("watch --help", .help(.watch)), ("watch --every 3 -h -- ps", .help(.watch)), ("diff --help", .help(.diff)),
      ("--version", .version),
    ] as [(String, Invocation)])
  func helpAndVersion(line: String, invocation: Invocation) throws {
    #expect(try parse(line) == invocation)
  }

  @Test(arguments: [
    ("wacth", "“wacth” is neither a command nor a file; did you mean livetable watch?"),
    ("frobnicate", "“frobnicate” is neither a command nor a file; pipe rows into livetable, or see livetable --help"),
    ("help me", "there is no help for “me”; see livetable --help"),
    ("--every 3", "livetable has no option --every; see livetable --help"),
    ("watch --interval 3 ps", "unknown option --interval; did you mean --every SECONDS?"),
    ("watch -i 3 ps", "unknown option -i; did you mean --every SECONDS?"),
    ("watch -t ps", "unknown option -t; leave it out: there is no title; the status line shows the source"),
    ("watch -e ps", "unknown option -e; leave it out: a failed run is reported, and the next run starts as usual"),
    ("--tail 3", "unknown option --tail; did you mean --last N?"),
    ("watch --tail 3 ps", "unknown option --tail; see livetable watch --help"),
    ("--last 0", "--last “0” is invalid; write a whole number of at least 1"),
    ("watch --ok x ps", "--ok “x” is invalid; write exit statuses from 0 to 255: --ok 1,2"),
    ("watch --ok 1,256 ps", "--ok “1,256” is invalid; write exit statuses from 0 to 255: --ok 1,2"),
    ("--sort-by a,", "--sort-by needs a column name; write --sort-by COLUMN[:desc],…"),
    ("watch --evry 3 -- ps", "unknown option --evry; did you mean --every?"),
    ("watch -color ps", "unknown option -color; did you mean --color?"),
    ("watch -dz ps", "unknown option -dz; see livetable watch --help"),
    ("watch -dn=x ps", "--every “x” is not a valid interval; write seconds, from 0.001 to a year: --every 2"),
    ("watch -n 1/2 ps", "--every “1/2” is not a valid interval; write seconds, from 0.001 to a year: --every 2"),
    ("watch -dc=1 ps", "-c takes no value; leave out “=1”"), ("watch -dcd ps", "-d appears twice; write it once"),
    ("watch -z ps", "unknown option -z; see livetable watch --help"),
    ("watch --every -- ps", "--every needs a value; write --every SECONDS"),
    ("diff a b --id", "--id needs a value; write --id COLUMN[,COLUMN…]"),
    ("watch --no-header=1 -- ls", "--no-header takes no value; leave out “=1”"),
    ("watch --count 1 --count 2 -- ls", "--count appears twice; write it once"),
    ("watch", "there is no command to watch; write livetable watch -- COMMAND [ARG…], for example -- ps -ef"),
    (
      "watch --count 1 --",
      "there is no command to watch; write livetable watch -- COMMAND [ARG…], for example -- ps -ef"
    ),
    ("watch --input xml -- ls", "--input “xml” is unknown; write --input csv, tsv, json, ndjson or columns"),
    (
      "watch --input csv --columns 3 -- ls",
      "--columns N applies only to columns; leave out --columns or --input"
    ),
    ("--no-header --input json", "--no-header does not apply to JSON; leave out --no-header or --input"),
    ("diff a", "1 word after livetable diff; write livetable diff OLD NEW, for example diff old.json new.json"),
    ("patch - -", "both files are standard input; write a file name instead of one -"),
    (
      "watch --count 2000000000 ls",
      "--count “2000000000” is invalid; write a whole number from 1 to 1000000000"
    ),
    ("watch --count 0 ls", "--count “0” is invalid; write a whole number of at least 1"),
    ("diff a b c", "3 words after livetable diff; write livetable diff OLD NEW, for example diff old.json new.json"),
    ("diff a b --format patch --ignore c", "a patch contains all columns; leave out --ignore"),
    ("diff a b --format patch --skip 1", "a patch applies to the whole file; leave out --skip and --no-header"),
    ("diff a b --format patch --no-header", "a patch applies to the whole file; leave out --skip and --no-header"),
    ("diff a b --format xml", "--format “xml” is unknown; write --format text, json or patch"),
    ("diff a b --sort-by x", "livetable diff has no option --sort-by; see livetable diff --help"),
    ("--id a,,b", "--id needs a column name; write --id COLUMN[,COLUMN…]"),
    ("--sort-by :desc", "--sort-by needs a column name; write --sort-by COLUMN[:desc],…"),
    (
      "--highlight N",
      "--highlight “N” is invalid; write a column, < <= > >= = != or ~, and a value: 'CPU>90'"
    ),
    ("--group-by=", "--group-by needs a column name; write --group-by COLUMN"),
  ])
  func whatCannotBeUnderstoodIsSaid(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e99", "two", "", "0x2", "0.0001"])
  func anIntervalIsAPositiveTime(_ value: String) {
    #expect(throws: UsageError.self) { try Invocation(arguments: ["watch", "--every", value, "--", "ps"]) }
  }

  @Test(arguments: ["0", "-1", "1.5", "", "x", "99999999999999999999"]) func aCountIsAPositiveNumber(_ value: String) {
    #expect(throws: UsageError.self) { try Invocation(arguments: ["watch", "--count", value, "--", "ps"]) }
    #expect(throws: UsageError.self) {
      try Invocation(arguments: ["watch", "--count=\(value)", "--", "ps"]) == .version
    }
  }

  @Test(arguments: HelpTopic.allCases) func helpIsOneScreenAndNamesEveryOption(topic: HelpTopic) {
    let lines = topic.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.count <= 23 || topic == .all, "\(lines.count) lines")
    for option in topic.options where option != .help { #expect(topic.text.contains(option.name)) }
    for option in topic.explainedOptions { #expect(topic.text.contains("\(option.form) ")) }
  }

  @Test func theHelpOfKeysSaysWhatEachDoes() {
    #expect(HelpTopic.keys.text.hasPrefix("Keys ") && HelpTopic.tool.text.hasPrefix("livetable "))
    for line in ViewCommand.lines { #expect(HelpTopic.keys.text.contains(line)) }
  }

  @Test func theHelpOfAWatchSaysWhatItsLongerOptionsWant() {
    for form in [
      "--bind KEY:COMMAND", "--id COLUMN[,COLUMN…]", "--on-change COMMAND", "--history SIZE|TIME", "--record FILE",
      "--once",
      "--format FORMAT",
    ] {
      #expect(HelpTopic.watch.text.contains("\n  \(form) "), "\(form)")
    }
    #expect(HelpTopic.tool.text.contains("\n  --id COLUMN[,COLUMN…] "))
  }

  @Test func everyOptionBelongsToACommand() {
    #expect(Set(([.tool] + HelpTopic.commands).flatMap(\.options)) == Set(Option.allCases))
  }

  @Test func helpSaysWhatThisBuildDoesNotHave() {
    func says(_ topic: HelpTopic, isBuilt: Bool) -> Bool {
      topic.summary.hasPrefix(isBuilt ? "shows " : "is not in this build: ")
    }
    #if SQLite
    #expect(says(.sqlite, isBuilt: true))
    #else
    #expect(says(.sqlite, isBuilt: false))
    #endif
    #if Postgres
    #expect(says(.postgres, isBuilt: true))
    #else
    #expect(says(.postgres, isBuilt: false))
    #endif
  }

  @Test func everyOptionThatHelpNamesIsUnderstood() throws {
    let values: [Option: String] = [
      .last: "5", .ok: "1", .bind: "k:kill {PID}", .columns: "a", .count: "1", .every: "1",
      .highlight: "a>1", .history: "1MB",
      .id: "a",
      .ignore: "a",
      .input: "columns", .mark: "1", .onChange: "true", .publication: "p", .record: "f", .search: "x", .separator: ";",
      .skip: "1",
      .theme: "light",
      .sortBy: "a",
      .groupBy: "a", .speed: "2", .until: "a>1",
    ]
    let words: [HelpTopic: [String]] = [
      .watch: ["ls"], .replay: ["f"], .diff: ["a", "b"], .patch: ["a", "b"], .sqlite: ["f"], .postgres: ["", "t"],
      .completions: ["bash"],
    ]
    for topic in [HelpTopic.tool] + HelpTopic.commands {
      for option in topic.options where ![.help, .version].contains(option) {
        let format = topic == .diff ? "patch" : "ndjson"
        let value = option.isFlag ? [] : [option == .format ? format : values[option] ?? ""]
        let command = topic == .tool ? [] : [topic.rawValue]
        _ = try Invocation(arguments: command + [option.name] + value + (words[topic] ?? []))
      }
    }
  }

  @Test func rowsAreSortedBySeveralColumns() throws {
    guard case .stream(let options) = try parse("--sort-by a:desc,b,c:asc --columns a --ignore x,y --last 5") else {
      Issue.record("it is no stream")
      return
    }
    #expect(
      options.records.sortBy == [
        SortOrder(column: "a", isDescending: true), SortOrder(column: "b"), SortOrder(column: "c"),
      ])
    #expect(options.records.hiddenColumns == ["b", "c"] && options.records.ignored == [])
    #expect(options.display.ignored.names == ["x", "y"] && options.last == 5)
  }

  @Test("a query may begin with a comment") func comments() throws {
    let query = "-- all of it\nSELECT * FROM mail"
    guard case .sqlite(let options) = try Invocation(arguments: ["sqlite", "f", query, "--once"]) else {
      Issue.record("it is no query")
      return
    }
    #expect(options.query == query && options.display.isOnce)
  }

  @Test func formatsAreForPipesOrForOneTable() throws {
    func display(_ line: String) throws -> DisplayOptions? {
      guard case .stream(let options) = try parse(line) else { return nil }
      return options.display
    }
    #expect(try display("--format ndjson")?.format == .ndjson)
    #expect(try display("--once --format csv")?.format == .csv)
    #expect(throws: UsageError.self) { try display("--format csv") }
    #expect(throws: UsageError.self) { try display("--once --format xml") }
  }

  @Test func lettersAreThoseOfWatch() throws {
    guard case .watch(let options) = try parse("watch -b -g -c -n 1 -x -d ls") else { return }
    #expect(options.hasColors && options.isExact && options.display.hasBell)
    #expect(options.display.until == .change)
  }
}

@Suite struct EditDistanceTests {
  @Test(arguments: [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("watch", "wacth", 2), ("same", "same", 0)])
  func countsWhatHasToBeChanged(first: String, second: String, distance: Int) {
    #expect(first.editDistance(to: second) == distance)
    #expect(second.editDistance(to: first) == distance)
  }

  @Test func onlyWhatIsNearIsSuggested() {
    #expect("dif".nearest(among: ["watch", "diff"]) == "diff")
    #expect("x".nearest(among: ["watch", "diff"]) == nil)
    #expect("x".nearest(among: []) == nil)
  }
}
