import Testing

@testable import livetable

private func identities(_ json: String, id: [String] = []) throws -> [String] {
  let table = try InputTable(json: InputText(json))
  var maker = try RecordMaker(RecordOptions(id: id), for: [table])
  return try maker.records(of: table).map(\.identity.string)
}

@Suite struct RecordMakerTests {
  @Test func aFieldNamedIdIdentifiesARowElseTheFirstColumn() throws {
    #expect(try identities(#"[{"name":"a","id":7}]"#) == ["7"])
    #expect(try identities(#"[{"name":"a","ID":7}]"#) == ["7"])
    #expect(try identities(#"[{"name":"a","n":7},{"n":8,"name":"b"}]"#) == ["a", "b"])
    #expect(try identities("[]") == [])
  }

  @Test func identitiesAreComparedAsTheyArePrinted() throws {
    let printed = try identities(#"[{"id":1},{"id":"1"},{"id":1e2},{"id":100},{"id":true},{"id":[1, {"b":2,"a":1}]}]"#)
    #expect(printed == ["1", "1", "1e2", "100", "true", #"[1,{"a":1,"b":2}]"#])
  }

  @Test func severalColumnsJoinAsAnArrayOfStrings() throws {
    #expect(
      try identities(#"[{"a":1,"b":"x\"y"},{"a":"1","b":true}]"#, id: ["B", "a"]) == [
        #"["x\"y","1"]"#, #"["true","1"]"#,
      ])
  }

  @Test(
    arguments: [
      (#"[{"id":1},{"x":2}]"#, [], 2, "“id”, which identifies the row, is missing"),
      (#"[{"id":null}]"#, [], 1, "“id”, which identifies the row, is null"),
      (#"[{"a":1,"b":2},{"a":1,"b":null}]"#, ["a", "b"], 2, "“b”, which identifies the row, is null"),
    ] as [(String, [String], Int, String)])
  func aMissingOrNullIdentityIsTrouble(json: String, id: [String], row: Int, problem: String) {
    let error = #expect(throws: InputError.self) { try identities(json, id: id) }
    #expect(error?.row == row)
    #expect(error?.line == 1)
    #expect(error?.problem == problem)
  }

  @Test func aRowWithoutAGroupIsInTheOneWithoutAName() throws {
    let table = try InputTable(json: InputText(#"[{"id":1,"g":"A"},{"id":2},{"id":3,"g":null},{"id":4,"G":5}]"#))
    var maker = try RecordMaker(RecordOptions(groupBy: "g"), for: [table])
    let column = RowColumn("g")
    #expect(try maker.records(of: table).map { Group(of: $0, by: column).name.string } == ["A", "", "", "5"])
  }

  @Test func rowsThatBringTheirOwnColumnsMayAllLackTheGroup() throws {
    let table = try InputTable(json: InputText(#"[{"id":1}]"#))
    var maker = try RecordMaker(RecordOptions(groupBy: "g"), for: [table, table])
    #expect(try maker.records(of: table).map { Group(of: $0, by: RowColumn("g")) } == [Group(ExactText(""))])
  }

  @Test(arguments: [
    RecordOptions(id: ["nope"]), RecordOptions(groupBy: "nope"), RecordOptions(sortBy: [SortOrder(column: "nope")]),
  ])
  func aColumnThatNobodyHasIsTrouble(options: RecordOptions) throws {
    let csv = try InputTable(separatedBy: .comma, InputText("id,name\n", source: "a.csv"))
    let json = try InputTable(json: InputText(#"[{"id":1,"size":2}]"#, source: "b.json"))
    let error = #expect(throws: InputError.self) { try RecordMaker(options, for: [csv, json]) }
    #expect(error?.source == "a.csv and b.json")
    #expect(error?.problem == "there is no column “nope”")
    #expect(error?.remedy.contains("“id”, “name”, “size”") == true)
  }

  @Test func oneTableThatHasAColumnIsEnough() throws {
    let empty = try InputTable(json: InputText("[]"))
    let full = try InputTable(json: InputText(#"[{"key":1,"g":2}]"#))
    _ = try RecordMaker(RecordOptions(id: ["key"], groupBy: "g"), for: [empty, full])
    _ = try RecordMaker(RecordOptions(id: ["key"]), for: [empty, empty])
  }

  @Test func columnsThatDifferInCaseAloneAreAmbiguous() throws {
    let table = try InputTable(separatedBy: .comma, InputText("Name,NAME,x,x\na,b,c,d\n"))
    #expect(throws: InputError.self) { try RecordMaker(RecordOptions(id: ["name"]), for: [table]) }
    #expect(throws: InputError.self) { try RecordMaker(RecordOptions(groupBy: "name"), for: [table]) }
    var second = try RecordMaker(RecordOptions(id: ["x 2"], groupBy: "x"), for: [table])
    #expect(try second.records(of: table).map(\.identity.string) == ["d"])
    var maker = try RecordMaker(RecordOptions(id: ["NAME"]), for: [table])
    #expect(try maker.records(of: table).map(\.identity.string) == ["b"])
  }

  @Test(arguments: [
    RecordOptions(id: ["id"], groupBy: "Name"), RecordOptions(id: ["id"], sortBy: [SortOrder(column: "Name")]),
  ])
  func aRowOfAStreamInWhichAColumnIsAmbiguousIsTrouble(options: RecordOptions) throws {
    let rows = try InputTable(json: InputText(#"[{"id":1,"name":1},{"id":2},{"id":3,"name":1,"NAME":2}]"#)).rows
    var maker = try RecordMaker(options, forStreamFrom: rows, source: "rows")
    for row in rows.prefix(2) { _ = try maker.record(of: row, number: nil, source: "rows") }
    #expect(throws: InputError.self) { try maker.record(of: rows[2], number: nil, source: "rows") }
  }

  @Test func theFirstRowOfAStreamSettlesWhoRowsAre() throws {
    let table = try InputTable(json: InputText(#"[{"name":"a"},{"id":1,"name":"b"}]"#))
    var maker = try RecordMaker(RecordOptions(groupBy: "nope"), forStreamFrom: [table.rows[0]], source: "rows")
    #expect(try maker.records(of: table).map(\.identity.string) == ["1", "2"], "what comes later changes nothing")
  }

  @Test func columnsThatAreNamedAreShownAlone() throws {
    let text =
      #"[{"metadata":{"name":"a","uid":"7"},"status":{"phase":"Running"},"ports":[{"n":80}]},"#
      + #"{"metadata":{"uid":"8"},"status":{"gone":1}}]"#
    let table = try InputTable(json: InputText(text))
    let options = RecordOptions(
      id: ["metadata.uid"], columns: ["Metadata.Name", "status.phase", "ports.0.n", "status.gone"])
    var maker = try RecordMaker(options, for: [table])
    let record = try maker.records(of: table)[0]
    #expect(record.identity.string == "7")
    #expect(record.object.columns.names == options.columns)
    #expect(record.object.values == [.string("a"), .string("Running"), .number("80"), .null])
    for name in ["nope.name", "metadata.nope", "ports.1.n", "status.phase.x"] {
      let order = SortOrder(column: name)
      for options in [RecordOptions(id: [name]), RecordOptions(columns: [name]), RecordOptions(sortBy: [order])] {
        let error = #expect(throws: InputError.self) { try RecordMaker(options, for: [table]) }
        #expect(error?.problem == "there is no column “\(name)”")
      }
    }
  }

  @Test("rows are grouped and sorted by members, and by hidden columns")
  func hiddenColumns() throws {
    let text = #"[{"id":1,"name":"a","v":2,"s":{"p":"up"}},{"id":2,"name":"b","v":3,"s":{}}]"#
    let table = try InputTable(json: InputText(text))
    let options = RecordOptions(columns: ["name"], groupBy: "s.p", sortBy: [SortOrder(column: "V")])
    #expect(options.hiddenColumns == ["s.p", "V"])
    var maker = try RecordMaker(options, for: [table])
    let records = try maker.records(of: table)
    let columns = ColumnUnion(records.map(\.object.columns), hiding: options.hiddenColumns)
    #expect(columns.names == ["name"])
    #expect(records.map { Group(of: $0, by: RowColumn("s.p", among: columns.names)).name.string } == ["up", ""])
    #expect(records.map { RowColumn("V", among: columns.names).value(in: $0.object) } == [.number("2"), .number("3")])
    var whole = try RecordMaker(RecordOptions(groupBy: "s.p"), for: [table])
    #expect(try whole.records(of: table).map { Group(of: $0, by: RowColumn("s.p")).name.string } == ["up", ""])
    let shown = RecordOptions(columns: ["name", "V"], groupBy: "v", sortBy: [SortOrder(column: "NAME")])
    #expect(shown.hiddenColumns == [] && RecordOptions(groupBy: "v").hiddenColumns == [])
  }

  @Test(
    arguments: [
      ("a,b\n1,x\n2,x\n", "id: a"), ("a,b\nx,1\nx,2\n", "id: a"), ("a,b\nx,p\nx,q\n", "id: b"),
      ("a,b,c\nx,p,1\nx,q,2\ny,p,3\n", "id: a+b"), ("size,name\n4.0K,a\n8.0K,b\n", "id: name"),
      ("a,b\nx,p\nx,q\ny,q\ny,q\n", "id: a+b"), ("a,b\nx,p\nx,q\nx,r\nx,r\n", "id: b"),
      ("user,pid\na,1\nb,2\n", "id: pid"), ("namespace,name\na,x\nb,y\n", "id: namespace+name"),
      ("1,2\n5,a\n6,b\n", "id: 2"), ("day,user\n1/2/3,a\n1/2/4,b\n", "id: day"),
      ("a,b,c,d,e\nx,p,p,p,m\nx,p,p,p,n\ny,p,p,p,m\ny,p,p,p,n\n", "id: a"), ("ID,a\n1,2\n1,3\n", "id: id"),
      ("name,run_id\na,1.5\na,2.5\n", "id: run_id"),
    ]) func theIdentityIsTheFirstThatIsUnique(csv: String, note: String) throws
  {
    let table = try InputTable(separatedBy: .comma, InputText(csv))
    #expect(try RecordMaker(RecordOptions(), for: [table]).identityNote == note)
  }
}

@Suite struct RecordTests {
  @Test func contentIsTheWholeRow() {
    let first = Record(identity: "1", object: ["id": .number("1"), "g": .string("A")])
    let same = Record(identity: "1", object: ["g": .string("A"), "id": .number("1")])
    let moved = Record(identity: "1", object: ["id": .number("1"), "g": .string("B")])
    let retyped = Record(identity: "1", object: ["id": .string("1"), "g": .string("A")])
    #expect(first.hasSameContent(as: same))
    #expect(!first.hasSameContent(as: moved))
    #expect(!first.hasSameContent(as: retyped))
  }
}
