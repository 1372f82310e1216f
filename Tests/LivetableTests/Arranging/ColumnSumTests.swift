import Testing

@testable import livetable

@Suite struct ColumnSumTests {
  @Test(
    arguments: [
      ([], "–"), (["0"], "0"), (["1", "2.5", "x", ""], "3.5"), (["0.1", "0.2"], "0.3"), (["-3", "1"], "-2"),
      (["9007199254740993", "1"], "9007199254740992"), (["1e15", "1e15"], "2000000000000000"),
      (["4.0K", "1.5G", "0"], "1.5G"), (["512", "1K"], "1.5K"), (["12%", "0.5%"], "12.5%"),
      (["0:59", "1:02"], "2m1s"), (["1d", "2d3h"], "3d3h"), (["1d2h3m", "4s"], "1d2h"), (["250ms", "1s"], "1.25s"),
      (["-", "?"], "–"), (["99999999999999999999999d"], "1e+23d3h"), (["1e30", "5s"], "1.15740740740741e+25d21h"),
      (["1,200", "10,000", "-1,234,567.5"], "-1223367.5"), (["1,024 KiB", "1,5", "12,34,567", "1234,567"], "1M"),
      (["1.5GiB / 1.944GiB", "900KiB / 1.944GiB"], "1.5G"), (["87 %", "3 %"], "90%"), (["17 (3m ago)", "9"], "26"),
      (["1.5G", "12%"], "1.5G + 12%"), (["1", "12%", "1K"], "1 + 12% + 1K"), (["2025-01-31", "3"], "3"),
      (["45.5 W", "1 kW"], "1kW"), (["1/2", "2/2"], "3"), (["inf minutes", "nan days", "1e308K", "5s"], "5s"),
    ] as [([String], String)]) func sumsHaveTheUnitOfTheirValues(values: [String], text: String)
  {
    var sum = ColumnSum()
    for value in values { sum.add(.string(value)) }
    #expect("\(sum.value)" == text)
    for value in ["1.5G", "x", "7%"] { sum.add(.string(value)) }
    for value in ["1.5G", "x", "7%"] { sum.remove(.string(value)) }
    #expect("\(sum.value)" == text, "what was taken out again leaves nothing behind")
  }

  @Test func aSumOfSumsHasTheUnitOfEither() {
    func value(_ text: String) -> ColumnSum.Value {
      var sum = ColumnSum()
      sum.add(.string(text))
      return sum.value
    }
    #expect("\(value("1.0K") + value("512"))" == "1.5K" && "\(value("512") + value("1.0K"))" == "1.5K")
    #expect("\(value("x") + value("7%"))" == "7%" && "\(value("7%") + value("x"))" == "7%")
  }
}
