import Testing

@testable import livetable

@Suite struct JSONValueTests {
  @Test func theCompactFormSortsKeysAndKeepsNumbers() {
    let value = JSONValue.object([
      "b": .array([.number("1e2"), .bool(true), .null]), "a": .object(["z": .string("é\"\n\u{1}"), "Z": .number("0")]),
    ])
    #expect(value.compact == #"{"a":{"Z":0,"z":"é\"\n\u0001"},"b":[1e2,true,null]}"#)
  }

  @Test(
    arguments: [
      (.string("a b"), "a b"), (.number("1e2"), "1e2"), (.bool(false), "false"), (.null, "null"),
      (.array([.string("x")]), "[\"x\"]"),
    ] as [(JSONValue, String)])
  func stringsAndNumbersPrintAsTheirText(value: JSONValue, text: String) {
    #expect(value.printed == text)
  }

  @Test func equalityIsAboutWhatWasWritten() {
    #expect(JSONValue.number("1e2") != .number("100"))
    #expect(JSONValue.number("1") != .string("1"))
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONValue.object(["a": .null, "b": .bool(true)]) == .object(["b": .bool(true), "a": .null]))
    #expect(JSONValue.object(["a": .null]) != .object([:]))
    #expect(
      JSONValue.object(["a": .number("1"), "a": .number("2")]) != .object(["a": .number("2"), "a": .number("1")]))
  }

  @Test("keys of a path match like column names, and an ambiguous key matches none") func paths() {
    let object: JSONObject = ["a": .object(["Name": .number("1"), "NAME": .number("2"), "B": .number("3")])]
    #expect(object.member(at: "a.name") == nil && object.member(at: "A.NAME") == .number("2"))
    #expect(object.member(at: "a.b") == .number("3"))
  }

  @Test func removingAKeyKeepsTheOthersInOrder() {
    let object: JSONObject = ["b": .null, "$delete": .bool(true), "a": .number("1")]
    #expect(object.removing("$delete").columns.names == ["b", "a"])
  }
}
