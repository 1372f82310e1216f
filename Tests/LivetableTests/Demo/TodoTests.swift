import LiveTables
import LiveTablesTerminal
import Testing

@testable import livetable

/// The lists of a test: names with titles, which are the identities too; a title that ends with `!` is done.
func todo(_ lists: KeyValuePairs<String, [String]>) -> TodoTable {
  TodoTable(
    sections: lists.map { name, titles in
      TableSection(TodoList(name: name), rows: titles.map { item($0) })
    })
}

func item(_ title: String) -> TodoItem {
  let plain = title.filter { $0 != "!" }
  return TodoItem(id: plain, title: plain, isDone: title.hasSuffix("!"))
}

extension TableSnapshot where Section == TodoList, Row == TodoItem {
  /// The same backwards, with the titles as they are now.
  var text: String {
    sections.map { section in
      "\(section.value.name)[\(section.rows.map { $0.title + ($0.isDone ? "!" : "") }.joined(separator: " "))]"
    }.joined(separator: " ")
  }
}

@Suite struct TodoTests {
  @Test func whatIsWrittenIsReadAgain() throws {
    for table in [todo([:]), .blank, todo(["Today": ["a", "b!"], "日本": ["\"quoted\" \u{1B}[31m"]])] {
      let read = try TodoDocument(TodoDocument(table).bytes()).table
      #expect(read.text == table.text)
      #expect(read.map(\.id) == table.map(\.id))
    }
  }

  @Test func peopleFindEachValueOnALineOfTheFile() throws {
    let text = String(decoding: try TodoDocument(todo(["a": ["x/y"]])).bytes(), as: UTF8.self)
    let values = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.contains(":") }
    #expect(
      values == [
        #""lists" : ["#, #""items" : ["#, #""done" : false,"#, #""id" : "x/y","#, #""title" : "x/y""#, #""name" : "a""#,
      ])
  }

  @Test func peopleMayWriteLess() throws {
    let table = try TodoDocument(
      Array(#"{"lists":[{"name":"Now","items":[{"title":"a"},{"title":"b","done":true}]}]}"#.utf8)
    )
    .table
    #expect(table.text == "Now[a b!]")
    #expect(table.map(\.id) == ["a", "b"])
  }

  @Test(arguments: [
    ("", "not JSON"), ("{", "not JSON"), ("[]", "it is of another kind"), ("{}", "no “lists” in it"),
    (#"{"lists":[{"name":"a"}]}"#, "no “items” in lists.[0]"),
    (#"{"lists":[{"name":"a","items":[{"title":7}]}]}"#, "lists.[0].items.[0].title is of another kind"),
    ("\u{0}\u{1}", "not JSON"),
  ])
  func whatIsNoListIsSaidToBeNone(text: String, reason: String) {
    #expect(throws: TodoFileError("it is no to-do list (\(reason))")) { try TodoDocument(Array(text.utf8)) }
  }

  @Test func changesOfTwoTerminalsAddUp() {
    var table = todo(["a": ["x"]])
    let (old, renamed, checked) = (item("x"), TodoItem(id: "x", title: "new"), item("x!"))
    for (one, other) in [(renamed, checked), (checked, renamed)] {
      var both = table
      let isFirst = TodoChange.update(from: old, to: one).apply(to: &both)
      let isSecond = TodoChange.update(from: old, to: other).apply(to: &both)
      #expect(isFirst && isSecond)
      #expect(both.text == "a[new!]")
    }
    table = todo([:])
    let isFound = TodoChange.update(from: old, to: renamed).apply(to: &table)
    #expect(!isFound)
  }

  @Test func listsAreAddedOnceAndRemovedWhenTheyAreEmpty() {
    var table = todo(["a": ["x"], "b": []])
    TodoChange.addList("c").apply(to: &table)
    let isThere = TodoChange.addList("b").apply(to: &table)
    #expect(isThere, "whoever adds a list that is there has it")
    #expect(table.text == "a[x] b[] c[]")
    TodoChange.removeEmptyLists.apply(to: &table)
    #expect(table.text == "a[x]")
  }

  @Test func itemsGoFromListToListAlsoThroughEmptyOnes() {
    let start = todo(["a": ["x", "y"], "b": [], "c": ["z"]])
    var (table, path) = (start, RowPath(section: 0, row: 0))
    var seen: [String] = []
    while let next = table.path(below: path) {
      table.move(from: path, to: next)
      path = next
      seen.append(table.text)
    }
    #expect(seen == ["a[y x] b[] c[z]", "a[y] b[x] c[z]", "a[y] b[] c[x z]", "a[y] b[] c[z x]"])
    while let next = table.path(above: path) {
      table.move(from: path, to: next)
      path = next
      seen.append(table.text)
    }
    #expect(
      seen.suffix(4) == [
        "a[y] b[] c[x z]", "a[y] b[x] c[z]", "a[y x] b[] c[z]", "a[x y] b[] c[z]",
      ])
    #expect(table.text == start.text)
  }

  @Test func whatIsNotSavedYetStaysOnScreen() {
    var board = TodoBoard()
    #expect(board.table == nil)
    #expect(board.take(.read(todo(["a": ["x", "y"]]))) == nil)
    let removal = TodoChange.edit(.remove(id: "x"))
    let number = board.add(removal)
    #expect(board.table?.text == "a[y]")
    _ = board.take(.read(todo(["a": ["x", "y", "z"]])))
    #expect(board.table?.text == "a[y z]")
    _ = board.take(.changed(number, todo(["a": ["y", "z"]])))
    #expect(board.table?.text == "a[y z]")
    _ = board.take(.read(todo(["a": ["x", "y", "z"]])))
    #expect(board.table?.text == "a[x y z]", "it is saved, and nothing waits")
    let late = board.add(removal)
    #expect(board.take(.missed(late, todo(["a": ["z"]]))) == "somebody else has deleted that")
    #expect(board.table?.text == "a[z]")
    let failing = board.add(.addList("b"))
    #expect(board.table?.text == "a[z] b[]")
    #expect(board.take(.failed(failing, TodoFileError("no room"))) == "not saved: no room")
    #expect(board.table?.text == "a[z]", "it is taken back")
    #expect(board.take(.failed(nil, TodoFileError("no JSON"))) == "no JSON")
    #expect(board.table?.text == "a[z]", "the last good lists stay")
  }
}
