#if SQLite
import Testing

@testable import LiveTablesSQLite

struct SQLTokenTests {
  @Test("a statement is split into words, names, texts, numbers and signs, without comments")
  func kinds() throws {
    let sql = "select \"a \"\"b\"[c d]`e`'it''s'(1.5,\t.5 ,(x'00'))--c\n?/*(*/<> größÀ$1;/* end"
    let tokens = try #require(SQLToken.tokens(of: sql))
    let expected: [(SQLToken.Kind, String, Int)] = [
      (.word, "select", 0), (.name, "a \"b", 0), (.name, "c d", 0), (.name, "e", 0), (.text, "it's", 0),
      (.sign, "(", 0),
      (.number, "1.5", 1), (.sign, ",", 1), (.number, ".5", 1), (.sign, ",", 1), (.sign, "(", 1), (.word, "x", 2),
      (.text, "00", 2), (.sign, ")", 1), (.sign, ")", 0), (.parameter, "?", 0), (.sign, "<", 0), (.sign, ">", 0),
      (.word, "größÀ$1", 0), (.sign, ";", 0),
    ]
    #expect(tokens.map(\.kind) == expected.map(\.0))
    #expect(tokens.map(\.text) == expected.map(\.1))
    #expect(tokens.map(\.depth) == expected.map(\.2))
    let bytes = Array(sql.utf8)
    let written = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(written[0..<6] == ["select", "\"a \"\"b\"", "[c d]", "`e`", "'it''s'", "("])
    #expect(zip(tokens, written).allSatisfy { $0.kind == .name || $0.kind == .text || $0.text == $1 })
    #expect(tokens[0].isWord("SELECT") && !tokens[0].isWord("FROM") && !tokens[3].isWord("E"))
    #expect(tokens[5].isSign("(") && !tokens[5].isSign(")") && !tokens[4].isSign("it's"))
    #expect(tokens.map(\.isName) == expected.map { [.word, .name, .text].contains($0.0) })
  }

  @Test(
    "white space and comments are not tokens",
    arguments: ["", " \n\t\r ", "--", "-- a", "/*", "/* a */", "/**/ --\n"])
  func nothing(sql: String) { #expect(SQLToken.tokens(of: sql) == []) }

  @Test(
    "invalid characters, and parameters with names or numbers, are refused",
    arguments: [
      "?1", ":a", "@a", "$a", "#a", "(", ")", "(()", "())", ")(", "'a", "'a''", "\"a", "[a", "`a",
      "a \u{1}", "a \u{7F}",
    ])
  func refused(sql: String) { #expect(SQLToken.tokens(of: sql) == nil) }

  @Test("every digit is recognized", arguments: 0...9)
  func digits(digit: Int) throws {
    for number in ["\(digit)", ".\(digit)", "\(digit).5e\(digit)"] {
      #expect(try #require(SQLToken.tokens(of: number)).map(\.kind) == [.number])
    }
    #expect(SQLToken.tokens(of: "a\(digit)")?.map(\.kind) == [.word] && SQLToken.tokens(of: "?\(digit)") == nil)
  }
}
#endif
