import Testing

@testable import livetable

private func sorted(_ values: [JSONValue], descending: Bool = false) throws -> [String] {
  var records = values.enumerated().map { offset, value in
    Record(identity: "\(offset)", group: "", object: ["v": value])
  }
  try records.sort(by: SortOrder(column: "V", isDescending: descending))
  return records.map(\.identity.string)
}

@Suite struct RecordSortingTests {
  @Test func numbersSortByTheirValue() throws {
    #expect(
      try sorted([.number("10"), .string("9"), .number("-1"), .string("1e1"), .number("0.5")]) == [
        "2", "4", "1", "0", "3",
      ])
  }

  @Test func oneTextMakesItAnOrderOfTexts() throws {
    #expect(try sorted([.number("10"), .string("9"), .string("x")]) == ["0", "1", "2"])
    #expect(try sorted([.string("b"), .string("B"), .string("a")]) == ["1", "2", "0"])
  }

  @Test func rowsThatAreEqualKeepTheirOrder() throws {
    let values: [JSONValue] = [.number("1"), .number("2"), .number("1.0"), .number("2")]
    #expect(try sorted(values) == ["0", "2", "1", "3"])
    #expect(try sorted(values, descending: true) == ["1", "3", "0", "2"])
  }

  @Test func rowsWithoutAValueComeLast() throws {
    let values: [JSONValue] = [.null, .number("2"), .string(""), .number("10")]
    #expect(try sorted(values) == ["1", "3", "0", "2"])
    #expect(try sorted(values, descending: true) == ["3", "1", "0", "2"])
  }

  @Test func largeWholeNumbersAreExact() throws {
    #expect(try sorted([.number("9007199254740993"), .number("9007199254740992")]) == ["1", "0"])
    #expect(SortableNumber("9007199254740993") != SortableNumber("9007199254740992"))
  }

  @Test(arguments: ["", "nan", "inf", "0x10", "1_000", "12K", "45%", "1e999", " 1", "-"])
  func textsThatAreNotDecimalNumbersAreNone(_ text: String) {
    #expect(SortableNumber(text) == nil)
  }
}
