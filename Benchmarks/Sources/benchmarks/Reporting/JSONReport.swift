/// The results for machines: an array of objects whose keys are fixed.
enum JSONReport {
  static let baselines = ["heckel", "stdlib", "equality", "hashing", "copy"]

  static func text(_ measurements: [Measurement]) -> String {
    "[\n" + measurements.map { "  " + object($0) }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ measurement: Measurement) -> String {
    let what = measurement.what
    let baselines = baselines.map { "\"\($0)\": \(number(measurement.times[$0]))" }
    let fields = [
      "\"scenario\": \"\(what.scenario.rawValue)\"",
      "\"ids\": \"\(what.identity.rawValue)\"",
      "\"storage\": \"\(what.storage.rawValue)\"",
      "\"rows\": \(what.rows)",
      "\"subject_ms\": \(number(measurement.times["subject"]))",
      "\"baselines_ms\": {\(baselines.joined(separator: ", "))}",
      "\"subject_peak_bytes\": \(number(measurement.subjectPeak))",
      "\"heckel_peak_bytes\": \(number(measurement.heckelPeak))",
      "\"moves\": \(measurement.moves)",
      "\"least_moves\": \(measurement.leastMoves)",
    ]
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func number(_ value: Double?) -> String {
    guard let value else { return "null" }
    return Format.fixed(value, digits: 6)
  }

  private static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }
}
