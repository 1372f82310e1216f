/// The results as JSON, an array of objects with fixed keys.
enum JSONReport {
  static let baselines = [
    "heckel", "differencekit", "listkit", "epoxy", "rxdatasources", "stdlib", "equality", "hashing", "copy",
  ]

  static func text(_ measurements: [Measurement], _ findings: [(study: Study, finding: Finding)]) -> String {
    let lines = measurements.map(object) + findings.map { object($0.finding, of: $0.study) }
    return "[\n" + lines.map { "  " + $0 }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ measurement: Measurement) -> String {
    let what = measurement.what
    let baselines = baselines.map { "\"\($0)\": \(number(measurement.times[$0]))" }
    let fields = [
      "\"scenario\": \"\(what.scenario.rawValue)\"",
      "\"row\": \"\(what.row.rawValue)\"",
      "\"ids\": \"\(what.identity.rawValue)\"",
      "\"storage\": \"\(what.storage.rawValue)\"",
      "\"rows\": \(what.rows)",
      "\"subject_ms\": \(number(measurement.times["subject"]))",
      "\"baselines_ms\": {\(baselines.joined(separator: ", "))}",
      "\"subject_peak_bytes\": \(number(measurement.subjectPeak))",
      "\"heckel_peak_bytes\": \(number(measurement.heckelPeak))",
      "\"moves\": \(measurement.moves)",
      "\"least_moves\": \(number(measurement.leastMoves))",
    ]
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func object(_ finding: Finding, of study: Study) -> String {
    let words: JSONLine = [
      "study": .text(study.rawValue), "what": .text(finding.what), "value": .text(finding.value),
    ]
    return words.adding(finding.json ?? [:]).text
  }

  private static func number(_ value: Double?) -> String {
    guard let value else { return "null" }
    return Format.fixed(value, digits: 6)
  }

  private static func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "null" }
}

/// A JSON object that keeps the order of its keys.
struct JSONLine: Sendable, ExpressibleByDictionaryLiteral {
  enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    case text(String)
    case count(Int)
    case time(Double)

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral count: Int) { self = .count(count) }
    init(floatLiteral time: Double) { self = .time(time) }

    fileprivate var json: String {
      switch self {
      case .text(let text): "\"\(text)\""
      case .count(let count): "\(count)"
      case .time(let time): Format.fixed(time, digits: 6)
      }
    }
  }

  private var fields: [(String, Value)]

  init(dictionaryLiteral fields: (String, Value)...) { self.fields = fields }

  func adding(_ line: JSONLine) -> JSONLine {
    var all = self
    all.fields += line.fields
    return all
  }

  var text: String { "{" + fields.map { "\"\($0)\": \($1.json)" }.joined(separator: ", ") + "}" }
}
