/// A picture of time by number of rows, with a panel for each scenario and logarithmic axes.
struct GrowthPicture {
  private static let curves: [(name: String, title: String, color: Color)] = [
    ("subject", "LiveTables", .blue), ("heckel", "Heckel", .orange), ("stdlib", "standard library", .violet),
    ("equality", "== loop", .green),
  ]

  private let identity: IdentityKind
  private let storage: Storage
  private let measurements: [Measurement]

  /// - Returns: `nil` unless several sizes were measured.
  init?(_ measurements: [Measurement], identity: IdentityKind, storage: Storage) {
    self.identity = identity
    self.storage = storage
    self.measurements = measurements.filter { $0.what.storage == storage && $0.what.identity == identity }
    if Set(self.measurements.map(\.what.rows)).count < 2 { return nil }
  }

  var file: String {
    let scenarios = Scenario.allCases.filter { scenario in measurements.contains { $0.what.scenario == scenario } }
    let (columns, width, height) = (3, 270.0, 210.0)
    let lines = (scenarios.count + columns - 1) / columns
    var picture = SVG(width: 20 + columns * Int(width), height: 70 + lines * Int(height))
    picture.title = "Milliseconds by rows, \(identity.rawValue) ids, \(storage.rawValue) storage"
    picture.text(picture.title, x: 20, y: 24, size: 15, isBold: true)
    let shown = Self.curves.filter { curve in measurements.contains { $0.times[curve.name] != nil } }
    for (index, curve) in shown.enumerated() {
      let x = 20 + Double(index) * 140
      picture.line(from: (x, 44), to: (x + 18, 44), color: curve.color, width: 2)
      picture.text(curve.title, x: x + 24, y: 48)
    }
    let times = measurements.flatMap { measurement in
      Self.curves.compactMap { measurement.times[$0.name] }
    }
    let sizes = measurements.map { Double($0.what.rows) }
    for (index, scenario) in scenarios.enumerated() {
      let x = 62 + Double(index % columns) * width
      let y = 92 + Double(index / columns) * height
      panel(
        scenario, LogScale(sizes, from: x, to: x + width - 62), LogScale(times, from: y + height - 64, to: y),
        in: &picture)
    }
    return picture.file
  }

  private func panel(_ scenario: Scenario, _ across: LogScale, _ up: LogScale, in picture: inout SVG) {
    let (left, right) = (across.place(across.ticks.first ?? 1), across.place(across.ticks.last ?? 1))
    let (bottom, top) = (up.place(up.ticks.first ?? 1), up.place(up.ticks.last ?? 1))
    picture.text(scenario.rawValue, x: left, y: top - 8, isBold: true)
    for (index, tick) in up.ticks.enumerated() {
      picture.line(from: (left, up.place(tick)), to: (right, up.place(tick)), color: .faint)
      if index % 2 == 0 { picture.text(power(tick), x: left - 5, y: up.place(tick) + 4, anchor: .end, size: 10) }
    }
    for tick in across.ticks {
      picture.line(from: (across.place(tick), bottom), to: (across.place(tick), top), color: .faint)
      picture.text(power(tick), x: across.place(tick), y: bottom + 14, anchor: .middle, size: 10)
    }
    let lines = measurements.filter { $0.what.scenario == scenario }.sorted { $0.what.rows < $1.what.rows }
    for curve in Self.curves {
      let points = lines.compactMap { line in
        line.times[curve.name].map { (across.place(Double(line.what.rows)), up.place($0)) }
      }
      picture.polyline(points, color: curve.color, width: 2)
      for point in points { picture.dot(point, color: curve.color) }
    }
  }

  private func power(_ value: Double) -> String {
    switch value {
    case 1_000_000...: "\(Int(value / 1_000_000))M"
    case 1000...: "\(Int(value / 1000))k"
    case 1...: "\(Int(value))"
    default: Format.fixed(value, digits: value > 0.05 ? 1 : value > 0.005 ? 2 : value > 0.0005 ? 3 : 4)
    }
  }
}
