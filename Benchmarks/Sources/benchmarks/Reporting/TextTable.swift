/// The results as a table of text, which is printed line by line.
struct TextTable {
  private struct Column {
    let title: String
    let width: Int
    var isLeft = false
  }

  private let columns = [
    Column(title: "scenario", width: 16, isLeft: true), Column(title: "row", width: 5, isLeft: true),
    Column(title: "ids", width: 6, isLeft: true),
    Column(title: "storage", width: 7, isLeft: true), Column(title: "rows", width: 9),
    Column(title: "ms", width: 8), Column(title: "Heckel", width: 8), Column(title: "stdlib", width: 8),
    Column(title: "==", width: 8), Column(title: "hashing", width: 8), Column(title: "copy", width: 8),
    Column(title: "heap", width: 8), Column(title: "Heckel's", width: 8), Column(title: "moves", width: 8),
    Column(title: "least", width: 8),
  ]

  var header: String {
    line(columns.map(\.title)) + "\n" + line(columns.map { String(repeating: "-", count: $0.width) })
  }

  func line(_ measurement: Measurement) -> String {
    let what = measurement.what
    func ratio(_ name: String) -> String { measurement.ratio(name).map { Format.short($0) + "×" } ?? "–" }
    func bytes(_ count: Int?) -> String { count.map(Format.bytes) ?? "–" }
    return line([
      what.scenario.rawValue, what.row.rawValue, what.identity.rawValue, what.storage.rawValue, "\(what.rows)",
      Format.short(measurement.times["subject"] ?? 0), ratio("heckel"), ratio("stdlib"), ratio("equality"),
      ratio("hashing"), ratio("copy"), bytes(measurement.subjectPeak), bytes(measurement.heckelPeak),
      "\(measurement.moves)", measurement.leastMoves.map { "\($0)" } ?? "–",
    ])
  }

  private func line(_ cells: [String]) -> String {
    zip(columns, cells).map { Format.padded($1, to: $0.width, left: $0.isLeft) }.joined(separator: "  ")
  }
}
