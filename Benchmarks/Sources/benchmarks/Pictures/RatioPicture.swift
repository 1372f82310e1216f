/// A picture of the library's speed relative to Heckel's diff, with a bar for each type of identity.
struct RatioPicture {
  private let storage: Storage
  private let rows: Int
  private let measurements: [Measurement]

  /// - Returns: `nil` if nothing was measured.
  init?(_ measurements: [Measurement], storage: Storage, rows: Int = 100_000) {
    self.storage = storage
    self.rows = rows
    self.measurements = measurements.filter {
      $0.what.storage == storage && $0.what.rows == rows && $0.ratio("heckel") != nil
    }
    if self.measurements.isEmpty { return nil }
  }

  var file: String {
    let scenarios = Scenario.allCases.filter { scenario in measurements.contains { $0.what.scenario == scenario } }
    let top = 64.0
    let step = 40.0
    var picture = SVG(width: 760, height: Int(top + step * Double(scenarios.count)) + 36)
    let bottom = Double(picture.height) - 28
    picture.title = "Times faster than Heckel's algorithm, \(Format.grouped(rows)) rows, \(storage.rawValue) storage"
    picture.text(picture.title, x: 20, y: 24, size: 15, isBold: true)
    legend(in: &picture)
    let scale = LogScale([1] + measurements.compactMap { $0.ratio("heckel") }, from: 150, to: 690)
    for tick in scale.ticks {
      let x = scale.place(tick)
      picture.line(from: (x, top - 6), to: (x, bottom), color: tick == 1 ? .ink : .faint)
      picture.text(label(tick), x: x, y: bottom + 16, anchor: .middle, size: 11)
    }
    for (index, scenario) in scenarios.enumerated() {
      let y = top + step * Double(index)
      picture.text(scenario.rawValue, x: 140, y: y + 20, anchor: .end)
      for (place, identity) in RowKind.text.identities.enumerated() {
        let found = measurements.first { $0.what.scenario == scenario && $0.what.identity == identity }
        guard let ratio = found?.ratio("heckel") else { continue }
        let (one, end) = (scale.place(1), scale.place(ratio))
        let barY = y + Double(place) * 15
        picture.rectangle(
          x: min(one, end), y: barY, width: max(abs(end - one), 1), height: 13, fill: identity.color)
        picture.text(label(ratio), x: max(one, end) + 5, y: barY + 11, size: 11)
      }
    }
    return picture.file
  }

  private func legend(in picture: inout SVG) {
    for (index, identity) in RowKind.text.identities.enumerated() {
      let x = 150 + Double(index) * 110
      picture.rectangle(x: x, y: 37, width: 12, height: 12, fill: identity.color)
      picture.text("\(identity.rawValue) ids", x: x + 18, y: 48)
    }
  }

  private func label(_ ratio: Double) -> String {
    ratio >= 1 && ratio.rounded() == ratio ? "\(Int(ratio))×" : "\(Format.short(ratio))×"
  }
}

extension IdentityKind {
  fileprivate var color: Color { self == .int ? .blue : .orange }
}
