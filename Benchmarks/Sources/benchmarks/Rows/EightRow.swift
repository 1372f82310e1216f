import LiveTables

/// A row as in most applications: eight fields, three of them strings of 20 to 60 bytes.
struct EightRow: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
  var sender: String
  var text: String
  var price: Double
  var date: Int64
  var priority: Int
  var isRead: Bool

  init(number: Int) {
    id = number
    title = "the title of row \(number), long"
    sender = "somebody-\(number % 997)@example.org"
    text = Texts.content(number, 0) + Texts.uuid(number).prefix(12 + number % 24)
    price = Double(SplitMix64.mixed(UInt64(number)) % 100_000) / 100
    date = 1_700_000_000 + Int64(number)
    priority = Int(SplitMix64.mixed(UInt64(number) &+ 7) % 5)
    isRead = number % 2 == 0
  }

  /// The same row at another price.
  func ticked(_ number: Int) -> EightRow {
    var row = self
    row.price += Double(1 + number % 7) / 100
    return row
  }

  static func table(_ count: Int) -> TableSnapshot<OneSection, EightRow> {
    TableSnapshot(rows: (0..<count).map { EightRow(number: $0) })
  }
}
