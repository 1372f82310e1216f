import LiveTables

/// A row of a measured table.
protocol BenchmarkRow: Diffable, Equatable, Sendable {
  /// Creates row `number` in version `revision`, whose strings share no storage.
  init(number: Int, revision: Int)

  /// Returns the row with another text.
  func revised() -> Self

  /// Returns an equal row that shares no storage with this one, as after a second fetch from a database.
  func fetchedAgain() -> Self

  /// Returns the identity of a section, which shares no storage.
  static func sectionIdentity(_ number: Int) -> Identity

  /// Returns an equal identity that shares no storage.
  static func copy(_ identity: Identity) -> Identity
}

/// A small row with an integer as its identity and 35 bytes of text.
struct IntRow: BenchmarkRow, Identifiable {
  let id: Int
  var text: String

  init(number: Int, revision: Int) {
    id = number
    text = Texts.content(number, revision)
  }

  func revised() -> IntRow {
    var row = self
    row.text = Texts.revised(text)
    return row
  }

  func fetchedAgain() -> IntRow {
    var row = self
    row.text = Texts.copy(text)
    return row
  }

  static func sectionIdentity(_ number: Int) -> Int { number }

  static func copy(_ identity: Int) -> Int { identity }
}

/// A row whose identity is a string of 36 bytes, in the form of a UUID.
struct StringRow: BenchmarkRow, Identifiable {
  let id: String
  var text: String

  init(number: Int, revision: Int) {
    id = Texts.uuid(number)
    text = Texts.content(number, revision)
  }

  private init(id: String, text: String) {
    self.id = id
    self.text = text
  }

  func revised() -> StringRow { StringRow(id: id, text: Texts.revised(text)) }

  func fetchedAgain() -> StringRow { StringRow(id: Texts.copy(id), text: Texts.copy(text)) }

  static func sectionIdentity(_ number: Int) -> String { Texts.uuid(-1 - number) }

  static func copy(_ identity: String) -> String { Texts.copy(identity) }
}

/// The value of a section.
struct Heading<ID: Hashable & Sendable>: Diffable, Identifiable, Equatable, Sendable {
  let id: ID
  var title: String
}
