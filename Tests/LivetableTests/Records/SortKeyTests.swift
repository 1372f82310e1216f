import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

/// Returns the original indices of the values in sorted order.
private func sorted(_ values: [JSONValue], descending: Bool = false) -> [String] {
  let keys = values.map { SortKey($0) }
  return keys.indices.sorted { SortKey.precedes(keys[$0], keys[$1], isDescending: descending) }.map { "\($0)" }
}

@Suite struct SortKeyTests {
  @Test func numbersSortByTheirValue() {
    #expect(
      sorted([.number("10"), .string("9"), .number("-1"), .string("1e1"), .number("0.5")]) == [
        "2", "4", "1", "0", "3",
      ])
  }

  @Test func numbersComeBeforeTexts() {
    #expect(sorted([.string("x"), .number("10"), .string("9")]) == ["2", "1", "0"])
    #expect(sorted([.string("9"), .string("x"), .number("10")], descending: true) == ["1", "2", "0"])
    #expect(sorted([.bool(true), .number("1"), .array([])]) == ["1", "2", "0"])
    #expect(sorted([.string("b"), .string("B"), .string("a")]) == ["1", "2", "0"])
  }

  @Test func rowsThatAreEqualKeepTheirOrder() {
    let values: [JSONValue] = [.number("1"), .number("2"), .number("1.0"), .number("2")]
    #expect(sorted(values) == ["0", "2", "1", "3"])
    #expect(sorted(values, descending: true) == ["1", "3", "0", "2"])
  }

  @Test func rowsWithoutAValueComeLast() {
    let values: [JSONValue] = [.null, .number("2"), .string(""), .number("10")]
    #expect(sorted(values) == ["1", "3", "0", "2"])
    #expect(sorted(values, descending: true) == ["3", "1", "0", "2"])
  }

  @Test func largeWholeNumbersAreExact() {
    #expect(sorted([.number("9007199254740993"), .number("9007199254740992")]) == ["1", "0"])
    #expect(SortableNumber(whole: 9007199254740993) != SortableNumber(whole: 9007199254740992))
  }

  @Test func percentagesAndSizesSortByTheirValue() {
    #expect(sorted([.string("10%"), .string("9%"), .string("100%")]) == ["1", "0", "2"])
    let sizes = ["1.5G", "900K", "2 GiB", "1000", "10M", "4.0k", "0B", "1KB"]
    #expect(sorted(sizes.map { .string($0) }) == ["6", "3", "7", "5", "1", "4", "0", "2"])
  }

  @Test("numbers with thousands separators sort by value") func separators() {
    let numbers = ["10,000", "1,200", "999", "-1,000,000.5", "1,100.75", "1,000%", "2,048K"]
    #expect(sorted(numbers.map { .string($0) }) == ["3", "2", "5", "4", "1", "0", "6"])
    for text in ["1,5", "1,2000", "1234,567", ",123", "1,,000", "1,000,", "1,000,00", "1,000q"] {
      #expect(!text.isMeasure, "\(text)")
    }
  }

  @Test func timesSortByTheirValue() {
    let ages = ["12d", "2d", "3h", "45s", "2d3h", "1m30s", "250ms"]
    #expect(sorted(ages.map { .string($0) }) == ["6", "3", "5", "2", "1", "4", "0"])
    let clocks = ["0:59", "1-02:00:00", "10:00", "1:05", "01:05:00"]
    #expect(sorted(clocks.map { .string($0) }) == ["0", "3", "2", "4", "1"])
    let words = ["2 hours ago", "39 minutes ago", "Up 3 days", "About an hour ago", "Up 5 seconds (healthy)"]
    #expect(sorted(words.map { .string($0) }) == ["4", "1", "3", "0", "2"])
  }

  @Test(arguments: [
    ("1-02:03:04", 93_784), ("01:05:00.5", 3_900.5), ("2d3h", 183_600), ("5 minutes", 300), ("5 minutes ago", 300),
    ("Up 1 day (healthy)", 86_400), ("Less than a minute ago", 60), ("5 ms", 0.005),
  ]) func aTimeHasSeconds(text: String, seconds: Double) {
    #expect(Measure(text)?.number.value == seconds && Measure(text)?.unit == .seconds)
  }

  @Test func versionsSortByTheirParts() {
    let versions = ["2.0.0", "1.10.0", "1.2.0", "1.9.0", "2.0.0-rc1", "v1.3"]
    #expect(sorted(versions.map { .string($0) }) == ["2", "5", "3", "1", "4", "0"])
    #expect(sorted(["10.0.0.9", "10.0.0.10", "x", "7"].map { .string($0) }) == ["3", "0", "1", "2"])
    #expect(sorted(["2.0.0-rc10", "2.0.0-rc9"].map { .string($0) }) == ["1", "0"])
  }

  @Test(arguments: [
    "", "d", "3", "3x", "12:", ":30", "1:2:3:4", "::1", "ago", "3 apples", "3 days old", "Exited (0) 3 days ago", "v",
    "h2", "inf minutes", "nan days", "-inf hours",
  ])
  func othersAreNoTimes(_ text: String) {
    #expect(Measure(text)?.unit != .seconds)
  }

  @Test(arguments: ["", "%", "K", "B", "iB", "xK", "1X", "K1", "1 1K", "nan%", "1e308K"])
  func othersAreNoMeasures(_ text: String) {
    #expect(Measure(text) == nil)
  }

  @Test func columnsOfCommandsSortByWhatPeopleRead() {
    let columns: [[String]] = [
      ["0B / 0B", "900KiB / 1.944GiB", "12.3MiB / 1.944GiB", "1.5GiB / 1.944GiB"],
      ["0", "9 (1h ago)", "17 (3m ago)"], ["3 %", "87 %", "100 %"], ["0/1", "1/1", "1/2", "2/2", "10/10"],
      ["file2", "file10", "pod-9", "pod-10"], ["a1b2", "a1b10", "a2"], ["7-eleven", "10-pin"],
      ["2021-02-01", "31.01.2022", "Jan 31 2023", "01/31/2024", "Mon Nov 30 10:05:01 2026"],
      ["900 KB/s", "1.1 MB/s"], ["450 MHz", "1.2 GHz"], ["80W / 400W", "350W / 400W"], ["1 234", "12'345", "123,456"],
      ["5 min", "2 hrs", "1 day, 2:03", "3 weeks ago"], ["9 of 10", "10 of 10"], ["-5", "\u{2212}4", "+3"],
      ["$9.50", "$1,200"], ["1", "30s", "5m", "1K", "2021-01-01", "1.2.3", "text", "-"],
    ]
    for column in columns {
      let order = column.indices.map { "\($0)" }
      #expect(sorted(column.map { .string($0) }) == order, "\(column)")
      let rows = Array(column.enumerated().reversed())
      #expect(sorted(rows.map { .string($0.element) }).map { "\(rows[Int($0)!].offset)" } == order, "\(column)")
    }
  }

  @Test func placeholdersComeLastAlsoInReverse() {
    let values = ["-", "3", "N/A", "NULL", "x", "<none>", "1"]
    #expect(sorted(values.map { .string($0) }) == ["6", "1", "4", "0", "2", "3", "5"])
    #expect(sorted(values.map { .string($0) }, descending: true) == ["4", "1", "6", "0", "2", "3", "5"])
  }

  @Test(arguments: seeds) func theOrderIsStrictAndWeak(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "", "a", "B", "1", "1.0", "01", "2K", "2048", "50%", "1e400", "-3", "é", "9007199254740993", "3h", "1:00", "-",
      "1.2.3", "1.10.0-a", "pod-9", "pod-10", "pod-010", "17 (3m ago)", "1/2", "1 / 1", "3.10", "3.9", "Jan 31", "2024",
      "31.01.2025", "01/02/2025", "Nov 3 10:05", "1,5", "1,500", "1.500", "250m", "300g", "v1", "10:05 PM", " ", "(1)",
    ]
    let style = NumberStyle(rawValue: UInt8.random(in: 0..<64, using: &generator))
    let keys = (0..<12).map { _ in
      let count = Int.random(in: 1...2, using: &generator)
      return SortKey((0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined(), style)
    }
    for isDescending in [false, true] {
      func precedes(_ one: SortKey, _ other: SortKey) -> Bool {
        SortKey.precedes(one, other, isDescending: isDescending)
      }
      for one in keys {
        #expect(!precedes(one, one))
        for two in keys {
          #expect(!(precedes(one, two) && precedes(two, one)))
          for three in keys where !precedes(one, two) && !precedes(two, three) { #expect(!precedes(one, three)) }
        }
      }
    }
  }

  @Test(arguments: ["", "nan", "inf", "0x10", "1_000", "12K", "45%", "1e999", "-"])
  func textsThatAreNotDecimalNumbersAreNone(_ text: String) {
    #expect(Measure(text)?.unit != Measure.Unit.none)
  }
}
