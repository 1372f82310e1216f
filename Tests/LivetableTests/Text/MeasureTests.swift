import LiveTablesTesting
import Testing

@testable import livetable

@Suite struct MeasureTests {
  /// November 29, 2026, in days since 1970.
  private let today = 20_786

  @Test(
    arguments: [
      ("87 %", 87, .percent), ("1.5GiB / 1.944GiB", 1_610_612_736, .bytes), ("17 (3m ago)", 17, .none),
      ("16K (virtual 4K)", 16_384, .bytes), ("1  / 2", 1, .none), ("12 [x]", 12, .none), ("5 MB/s", 5_242_880, .bytes),
      ("3/s", 3, .none),
      ("1.2g", 1_288_490_188.8, .bytes), ("12 kb", 12_288, .bytes), ("100 Mbit/s", 1e8, .other("bit")),
      ("45.5 W", 45.5, .other("W")), ("1410 MHz", 1.41e9, .other("Hz")), ("+45.0°C", 45, .other("°C")),
      ("1.5x", 1.5, .other("x")),
      ("1 234 567", 1_234_567, .none), ("1'234", 1_234, .none), ("1\u{A0}234\u{A0}567", 1_234_567, .none),
      ("1\u{202F}234", 1_234, .none), ("€5.50", 5.5, .none), ("5 €", 5, .none), ("-$3", -3, .none), (" 7 ", 7, .none),
      (".5", 0.5, .none),
      ("5.", 5, .none), ("1e3", 1_000, .none), ("2E-1", 0.2, .none), ("0.1", 0.1, .none),
      ("123456789012345678901", 1.2345678901234568e20, .none),
      ("1.7976931348623157e308", 1.7976931348623157e308, .none), ("3 of 5", 3, .none), ("-5s", -5, .seconds),
      ("1min 3.5s", 63.5, .seconds), ("5h 3min left", 18_180, .seconds), ("2 days, 3:04:05", 183_845, .seconds),
      ("1 day 02:03:04", 93_784, .seconds), ("1 year, 2 months ago", 36_720_000, .seconds),
      ("in 5 minutes", 300, .seconds),
      ("about 3 hours ago", 10_800, .seconds), ("10:05 PM", 79_500, .seconds), ("12:00 AM", 0, .seconds),
      ("12.5µs", 0.0000125, .seconds),
    ] as [(String, Double, Measure.Unit)]) func measuresAreRead(text: String, value: Double, unit: Measure.Unit)
  {
    let measure = Measure(text)
    #expect(
      measure?.unit == unit && (measure.map { abs($0.number.value - value) <= abs(value) * 1e-15 } ?? false),
      "\(measure as Any)")
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", "$", "x", "Running", "pod-9", "1-5", "1/2/3", "1/", "/2", "1 / x", "12a", "1_000", "0x1F",
    "(42)", "17 (", "17)",
    "1 2", "1,5", "1,,000", "5 apples", "10.0.0.9", "1.2.3", "a few", "a", "in", "an", "less", "up", "about", "12:",
    "99:99:99:99", "13:00 PM",
    "0:30 AM", "555-12-34567", "Mon", "May", "Jan", "Jan x", "31 31", "Jan 32", "2025-13-01", "2025-00-10",
    "2025-02-29", "2100-02-29", "2026-04-31", "Feb 30", "2025-W05",
    "00.01.2025",
    "24.04.2", "1.2.24", "Jan Feb 3", "2025-01-31 25:00", "2025-01-31 x", "2025-01-31+15:00", "sun 3.2", "May be 5",
    "10:00 - 11:00", "+ 5", "5e",
    "1234567890-01-01", "½", "９",
  ]) func othersAreNone(text: String) {
    #expect(Measure(text, today: today) == nil)
  }

  /// Tests dates as commands print them; the seconds since 1970 come from `date -u -d`.
  @Test(arguments: [
    ("2026-01-31", 1_769_817_600), ("2026/01/31", 1_769_817_600), ("31.01.2026", 1_769_817_600),
    ("01/31/2026", 1_769_817_600),
    ("01/31/26", 1_769_817_600), ("31/01/2026", 1_769_817_600), ("Jan 31 2026", 1_769_817_600),
    ("January 31, 2026", 1_769_817_600),
    ("31 Jan 2026", 1_769_817_600), ("31-Jan-2026", 1_769_817_600), ("31-Jan-26", 1_769_817_600),
    ("31Jan26", 1_769_817_600),
    ("2026-01-31T10:00:00Z", 1_769_853_600), ("2026-01-31T15:00:00+05:00", 1_769_853_600),
    ("2026-01-31 10:00", 1_769_853_600),
    ("2026-01-31 11:00:00 +0100 CET", 1_769_853_600), ("2026-01-31 10:00:00.000000000 +0000 UTC", 1_769_853_600),
    ("2026-01-31T09:30:00-00:30", 1_769_853_600), ("Sat Jan 31 10:00:00 2026", 1_769_853_600),
    ("Sat Jan 31 10:00:00 UTC 2026", 1_769_853_600),
    ("Sat, 31 Jan 2026 10:00:00 +0000", 1_769_853_600), ("Sat 2026-01-31 10:00:00 UTC", 1_769_853_600),
    ("Sat 31 Jan 2026 10:00:00 AM CET", 1_769_853_600),
    ("Jan 31 10:00", 1_769_853_600), ("Jan 31  2026", 1_769_817_600), ("Jan31", 1_769_817_600),
    ("31 Jan 10:00", 1_769_853_600),
    ("Dec 29", 1_798_502_400), ("Dec 31", 1_767_139_200), ("Feb 29 2024", 1_709_164_800), ("Mar 1 2024", 1_709_251_200),
    ("Mar 1 1900", -2_203_891_200),
  ]) func datesAreRead(text: String, seconds: Double) {
    let measure = Measure(text, today: today)
    #expect(measure?.unit == .date && measure?.number.value == seconds, "\(measure as Any)")
  }

  @Test(
    arguments: [
      (["100", "250m", "2"], .thousandths), (["250m", "5m"], []), (["250m", "2", "3h"], []),
      (["1.2g", "300m"], .megabytes),
      (["1,5", "12,25"], .decimalCommas), (["1,5", "2.5"], []), (["1,500", "2,500"], []),
      (["1,9Gi", "1.024,5"], .decimalCommas),
      (["Nov28", "10:05"], .dates), (["2024", "Nov28"], .dates), (["2024", "10:05"], []),
      (["1/2/2025", "13/2/2025"], .dayFirst),
      (["1/2/2025", "3/14/2025"], []), (["3.9", "3.10", "3.9.1"], .versions), (["3.9", "31.01.2025"], []),
      (["1.5", "1.2.3", "$7"], []), (["900", "1.5K", "1.234.567"], []), ([], []),
      (["a", "b m", "c,d"], []),
    ] as [([String], NumberStyle)]) func aColumnSaysHowItsNumbersAreWritten(texts: [String], style: NumberStyle)
  {
    #expect(NumberStyle(of: texts) == style)
    #expect(NumberStyle(of: texts.reversed()) == style)
  }

  @Test(
    arguments: [
      ("250m", .thousandths, 0.25, .none), ("300m", .megabytes, 314_572_800, .bytes),
      ("1,5", .decimalCommas, 1.5, .none),
      ("1.024,5", .decimalCommas, 1_024.5, .none), ("1,9Gi", .decimalCommas, 2_040_109_465.6, .bytes),
      ("2/3/2026", .dayFirst, 1_772_409_600, .date), ("01/31/2026", .dayFirst, 1_769_817_600, .date),
      ("10:05", .dates, 1_795_946_700, .date), ("2024", .dates, 1_704_067_200, .date), ("1e99", .dates, 1e99, .none),
      ("3 (x)", .dates, 3, .none),
    ] as [(String, NumberStyle, Double, Measure.Unit)]) func valuesAreReadInTheStyleOfTheirColumn(
      text: String, style: NumberStyle, value: Double, unit: Measure.Unit
    )
  {
    let measure = Measure(text, style, today: today)
    #expect(measure?.unit == unit && measure?.number.value == value, "\(measure as Any)")
  }

  @Test(arguments: seeds) func numbersAreReadAsTheLibraryReadsThem(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bits = UInt64.random(in: .min ... .max, using: &generator)
      let numbers = [Double(bitPattern: bits), Double(bits >> 20) / 1e6, Double(Int64(bitPattern: bits)) / 1024]
      for number in numbers where number.isFinite { #expect(Measure("\(number)")?.number.value == number) }
      let whole = Int(bitPattern: UInt(bits))
      #expect(Measure("\(whole)")?.number == SortableNumber(whole: whole))
    }
  }
}
