import LiveTables

/// A row of a table that is measured.
protocol BenchmarkRow: Diffable, Equatable, Sendable {
  /// Row number `number`, in its version number `revision`. Its strings have storage of their own.
  init(number: Int, revision: Int)

  /// The same row with another text.
  func revised() -> Self

  /// An equal row that shares no storage with this one, as after a second fetch from a database.
  func fetchedAgain() -> Self

  /// An identity for a section, with storage of its own.
  static func sectionIdentity(_ number: Int) -> Identity

  /// An equal identity that shares no storage.
  static func copy(_ identity: Identity) -> Identity
}

/// A row as in a small application, known by a number: 35 bytes of text.
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

/// A row that is known by a string of 36 bytes in the form of a UUID.
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

/// A section's own value.
struct Heading<ID: Hashable & Sendable>: Diffable, Identifiable, Equatable, Sendable {
  let id: ID
  var title: String
}
