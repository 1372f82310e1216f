import Foundation
import LiveTables

/// The identity of a row with eight fields.
protocol BenchmarkIdentity: Hashable, Sendable {
  init(number: Int)

  /// An equal identity that shares no storage.
  var copied: Self { get }
}

extension Int: BenchmarkIdentity {
  init(number: Int) { self = number }
  var copied: Int { self }
}

extension String: BenchmarkIdentity {
  init(number: Int) { self = Texts.uuid(number) }
  var copied: String { Texts.copy(self) }
}

extension UUID: BenchmarkIdentity {
  init(number: Int) {
    let (high, low) = (SplitMix64.mixed(UInt64(bitPattern: Int64(number))), UInt64(bitPattern: Int64(number)))
    self = withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  var copied: UUID { self }
}

/// A row as in most applications, with eight fields, three of them strings of 20 to 60 bytes.
struct EightRow<ID: BenchmarkIdentity>: BenchmarkRow, Identifiable {
  let id: ID
  var title: String
  var sender: String
  var text: String
  var price: Double
  var date: Int64
  var priority: Int
  var isRead: Bool

  init(number: Int, revision: Int = 0) {
    id = ID(number: number)
    title = "the title of row \(number), long"
    sender = "somebody-\(number % 997)@example.org"
    text = Texts.content(number, revision) + Texts.uuid(number).prefix(12 + abs(number) % 24)
    price = Double(SplitMix64.mixed(UInt64(bitPattern: Int64(number))) % 100_000) / 100
    date = 1_700_000_000 + Int64(number)
    priority = Int(SplitMix64.mixed(UInt64(bitPattern: Int64(number)) &+ 7) % 5)
    isRead = number % 2 == 0
  }

  private init(copying row: EightRow) {
    id = row.id.copied
    title = Texts.copy(row.title)
    sender = Texts.copy(row.sender)
    text = Texts.copy(row.text)
    price = row.price
    date = row.date
    priority = row.priority
    isRead = row.isRead
  }

  func revised() -> EightRow {
    var row = self
    row.text = Texts.revised(text)
    return row
  }

  func fetchedAgain() -> EightRow {
    EightRow(copying: self)
  }

  static func sectionIdentity(_ number: Int) -> ID { ID(number: -1 - number) }

  static func copy(_ identity: ID) -> ID { identity.copied }

  /// Returns the row at another price.
  func ticked(_ number: Int) -> EightRow {
    var row = self
    row.price += Double(1 + number % 7) / 100
    return row
  }

  static func table(_ count: Int) -> TableSnapshot<OneSection, EightRow> {
    TableSnapshot(rows: (0..<count).map { EightRow(number: $0) })
  }
}
