import Testing

@testable import livetable

@Suite struct EndConditionTests {
  @Test func aConditionHasAColumnAComparisonAndAValue() throws {
    #expect(try EndCondition("%CPU>90") == .value(column: "%CPU", .greater, "90"))
    #expect(try EndCondition("a b >= 1") == .value(column: "a b", .atLeast, "1"))
    #expect(try EndCondition("x!=y=z") == .value(column: "x", .isNot, "y=z"))
    for text in ["x==a", "x == a", "x=a"] { #expect(try EndCondition(text) == .value(column: "x", .equals, "a")) }
    #expect(try EndCondition("x= =a") == .value(column: "x", .equals, "=a"))
    for text in ["", "x", "x==", ">1", "x>", "x~(", "x~"] {
      #expect(throws: UsageError.self) { try EndCondition(text) }
    }
  }

  @Test func aMemberIsFoundByItsPath() throws {
    let object: JSONObject = ["a": .string("1"), "meta": .object(["x": .number("10")])]
    let table = RecordTable([Record(identity: "1", object: object)], groupedBy: nil)
    let columns = ["a", "meta"]
    func missing(_ text: String) throws -> String? { try EndCondition(text).missingColumn(in: table, columns: columns) }
    #expect(try [missing("a=1"), missing("meta.x=1"), missing("b=1")] == [nil, nil, "b"])
    #expect(try [missing("meta.y=1"), missing("a.b=1")] == ["meta.y", "a.b"])
    #expect(try EndCondition("meta.x>9").isMet(by: table, columns: columns))
    #expect(try !EndCondition("meta.x>10").isMet(by: table, columns: columns))
  }

  @Test(arguments: [("RSS", "20988", true), ("RSS", "5000", false), ("RES", "1.2g", true), ("rss", "20988", false)])
  func sizesOfProcessesAreInKiB(column: String, value: String, isLarger: Bool) throws {
    let row = Record(identity: "1", object: [column: .string(value)])
    let table = RecordTable([row], groupedBy: nil)
    #expect(try EndCondition("\(column)>6M").isMet(by: table, columns: [column]) == isLarger)
    #expect(try EndCondition("\(column)<10").isMet(by: table, columns: [column]) == false)
  }

  @Test("a slow expression is abandoned", .timeLimit(.minutes(20))) @MainActor
  func slowExpression() async throws {
    let condition = try EndCondition("a~(a+)+$")
    let watcher = ChangeWatcher(DisplayOptions(until: condition), Arrangement())
    var reports: [String] = []
    watcher.report = { text, isTrouble in reports.append("\(isTrouble) \(text)") }
    for number in 0..<40 {
      await watcher.observe(feedTable([("\(number)", [String(repeating: "a", count: 40) + "b", ""])]))
    }
    #expect(!watcher.hasEnded)
    #expect(reports == ["true --until “a~(a+)+$” takes too long, and may miss rows"])
  }

  @Test(
    arguments: [
      ("=", "90", "90.0", true), (">", "100", "90", true), (">", "9", "90", false), (">", "2G", "900M", true),
      (">=", "90", "90", true), ("<", "1.9.0", "1.10.0", true), ("<=", "b", "a", false), ("!=", "a", "b", true),
      ("~", "CrashLoopBackOff", "^Crash.*Off$", true), ("~", "Running", "^Crash", false), (">", "text", "90", false),
      ("<", "text", "90", false), ("=", "17 (3m ago)", "17", true), ("=", "1/2", "1/1", false),
      ("=", "1/1", "1/1", true),
      (">", "1/2", "0", true), ("=", "1/2", "1", true), (">=", "1.5GiB / 2GiB", "1G", true), (">", "87 %", "9%", true),
      (">", "Jan 31 2025", "2024-12-31", true), ("<", "pod-9", "pod-10", true), ("=", "-", "N/A", false),
      ("!=", "1.2.3.4", "<none>", true),
      ("=", "<none>", "<none>", true), ("<", "-", "5", false), (">=", "-", "-", false),
      ("~", "⚠\u{FE0F} failed", "^[^a-z]", true), ("~", "cafe\u{301}", "cafe", true),
    ] as [(String, String, String, Bool)]) func valuesAreComparedAsTheyAreSorted(
      sign: String, value: String, other: String, holds: Bool
    ) throws
  {
    let comparison = try #require(ComparisonOperator(rawValue: sign))
    let operand = ComparisonOperator.Operand(other)
    #expect(comparison.holds(.string(value), operand) == holds)
    #expect(!comparison.holds(nil, operand) && !comparison.holds(.null, operand))
  }
}
