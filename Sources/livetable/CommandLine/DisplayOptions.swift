struct DisplayOptions: Equatable, Sendable {
  var markTime: Duration?
  var history = History.Limit()
  var recording: String?
  var isOnce = false
  /// The output format, which defaults to the numbers of changed rows, or to text if ``isOnce`` is set.
  var format: PrintFormat?
  var onChange: String?
  var until: EndCondition?
  var hasBell = false
  var hasMouse = true
  /// Whether the terminal's background is light, or `nil` to detect the background.
  var isLight: Bool?
  var highlights: [EndCondition] = []
  var ignored = IgnoredColumns(names: [])
  var bindings: [Binding] = []

  static let options: [Option] = [
    .mark, .history, .record, .once, .format, .onChange, .untilChange, .until, .bell, .highlight, .bind, .noMouse,
    .theme, .ignore,
  ]
}

enum PrintFormat: String, Equatable, CaseIterable, Sendable {
  case text, csv, tsv, json, ndjson
}

extension DisplayOptions {
  mutating func set(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .mark: markTime = try Self.markTime(value)
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
    default: preconditionFailure("\(option.name) is not about how tables are shown")
    }
  }

  func check() throws(UsageError) {
    if let format, !isOnce, format != .ndjson {
      throw UsageError("--format \(format.rawValue) requires --once", "add it, or write --format ndjson")
    }
  }

  private static func markTime(_ value: String) throws(UsageError) -> Duration {
    let forever = 1e9
    if value == "forever" { return .seconds(forever) }
    guard let seconds = Measure.seconds(value), seconds >= 0 else {
      throw UsageError("--mark “\(value)” is not a time", "write seconds, or forever: --mark 5")
    }
    return .milliseconds(Int64(min(seconds, forever) * 1000))
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
