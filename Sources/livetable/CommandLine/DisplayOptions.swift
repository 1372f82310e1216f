/// What is asked about how tables are shown, from wherever they come.
struct DisplayOptions: Equatable, Sendable {
  /// How long a row is marked, at least; without it, until the next change and for 5 seconds.
  var marks = MarkTime.change
  /// How much of the past is kept.
  var history = History.Limit()
  /// The file that states are appended to.
  var recording: String?
  /// Whether the table is printed once.
  var isOnce = false
  /// What is printed; without it, counts of changes, or with ``isOnce`` the table as text.
  var format: PrintFormat?
  /// What is run at every change.
  var onChange: String?
  /// What the tool waits for before it ends.
  var until: EndCondition?
  /// Whether the bell is rung at every change.
  var hasBell = false
  /// Whether clicks and the wheel are keys.
  var hasMouse = true
  /// Whether the terminal's background is bright, where the user says so.
  var isLight: Bool?
  /// Which values are shown in red.
  var highlights: [EndCondition] = []
  /// The columns whose changes alone do not count.
  var ignored = IgnoredColumns(names: [])
  /// The commands of keys.
  var bindings: [Binding] = []

  /// The options that are about how tables are shown.
  static let options: [Option] = [
    .mark, .history, .record, .once, .format, .onChange, .untilChange, .until, .bell, .highlight, .bind, .noMouse,
    .theme, .ignore,
  ]
}

/// How tables and changes are printed.
enum PrintFormat: String, Equatable, CaseIterable, Sendable {
  case text, csv, tsv, json, ndjson
}

/// How long marks are seen, at the least.
enum MarkTime: Equatable, Sendable {
  /// Until the next change.
  case change
  case time(Duration)
  case forever
}

extension DisplayOptions {
  /// Takes in an option that is about how tables are shown.
  mutating func set(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .mark: marks = try Self.marks(value)
    case .history: try setHistory(value)
    case .record: recording = value
    case .once: isOnce = true
    case .format:
      guard let format = PrintFormat(rawValue: value) else {
        throw UsageError("--format “\(value)” is unknown", "write --format text, csv, tsv, json or ndjson")
      }
      self.format = format
    case .onChange: onChange = value
    case .untilChange: until = .change
    case .until: until = try EndCondition(value)
    case .bell: hasBell = true
    case .highlight: highlights.append(try EndCondition(value, of: .highlight))
    case .bind: bindings.append(try Binding(value))
    case .noMouse: hasMouse = false
    case .ignore: ignored = IgnoredColumns(names: try RecordOptions.columns(value, of: option))
    case .theme:
      guard ["dark", "light"].contains(value) else {
        throw UsageError("--theme “\(value)” is unknown", "write --theme dark or --theme light")
      }
      isLight = value == "light"
    default: preconditionFailure("\(option.rawValue) is not about how tables are shown")
    }
  }

  /// Checks what options say together.
  func check() throws(UsageError) {
    if let format, !isOnce, format != .ndjson {
      throw UsageError("--format \(format.rawValue) requires --once", "add it, or write --format ndjson")
    }
  }

  private static func marks(_ value: String) throws(UsageError) -> MarkTime {
    if value == "forever" { return .forever }
    guard let measure = Measure(value), [.none, .seconds].contains(measure.unit),
      case let seconds = measure.number.value, seconds >= 0
    else {
      throw UsageError("--mark “\(value)” is not a time", "write seconds, or forever: --mark 5")
    }
    return .time(.milliseconds(Int64(min(seconds, 1e9) * 1000)))
  }

  private mutating func setHistory(_ value: String) throws(UsageError) {
    let measure = Measure(value)
    if let measure, measure.unit == .seconds, measure.number.value >= 0 {
      history.age = measure.number.value
    } else if let measure, [.none, .bytes].contains(measure.unit), measure.number.value >= 0 {
      history.bytes = Int(min(measure.number.value, 1e15))
    } else {
      throw UsageError("--history “\(value)” is invalid", "write a size or a time: --history 100MB, --history 2h")
    }
  }
}
