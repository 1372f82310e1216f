import LiveTables

/// A row like `EightRow` whose type is not generic, as in most applications.
struct MailRow: BenchmarkRow {
  private var row: EightRow<Int>

  var identity: Int { row.id }

  init(number: Int, revision: Int) { row = EightRow(number: number, revision: revision) }

  private init(_ row: EightRow<Int>) { self.row = row }

  func revised() -> MailRow { MailRow(row.revised()) }

  func fetchedAgain() -> MailRow { MailRow(row.fetchedAgain()) }

  static func sectionIdentity(_ number: Int) -> Int { EightRow<Int>.sectionIdentity(number) }

  static func copy(_ identity: Int) -> Int { identity }
}
