import LiveTables
import TestSupport
import Testing

private struct Numbered: Diffable, Identifiable, Equatable {
  let id: Int
  var text: String
}

private struct Plain: Diffable, Hashable {
  var text: String
}

/// A row that is `Hashable` and `Identifiable`; its identity is its `id`.
private struct Both: Diffable, Identifiable, Hashable {
  let id: Int
  var text: String
}

private enum Folder: Diffable { case inbox, archive }

private enum Line: Diffable, Equatable {
  case outline
  case review(Int, text: String)

  enum Identity: Hashable, Sendable {
    case outline
    case review(Int)
  }

  var identity: Identity {
    switch self {
    case .outline: .outline
    case .review(let number, _): .review(number)
    }
  }
}

private final class Reference: Diffable, Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Version: Diffable, Identifiable, Sendable {
  let id: Int
  init(_ id: Int) { self.id = id }
}

private final class Person: Diffable, Identifiable, Equatable {
  let id: String
  let age: Int

  init(_ id: String, age: Int) {
    self.id = id
    self.age = age
  }

  static func == (one: Person, two: Person) -> Bool { one.id == two.id && one.age == two.age }
}

private final class Token: Diffable, Hashable, Sendable {
  let text: String
  init(_ text: String) { self.text = text }
  static func == (one: Token, two: Token) -> Bool { one.text == two.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

private final class Ticket: Diffable, Identifiable, Hashable, Sendable {
  let id: Int
  let text: String

  init(_ id: Int, _ text: String) {
    self.id = id
    self.text = text
  }

  static func == (one: Ticket, two: Ticket) -> Bool { one.text == two.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

@MainActor private final class ViewModel: Diffable {
  var title: String
  init(_ title: String) { self.title = title }
}

@MainActor private class Base: Diffable, Identifiable {
  nonisolated let id: Int
  init(_ id: Int) { self.id = id }
}

private final class Derived: Base {}

struct DiffableTests {
  @Test("row classes need not be final, and can inherit") @MainActor func inherited() {
    let (one, two, three) = (Derived(1), Derived(2), Derived(3))
    for rows in [[one, two, three], [two, one, Derived(1)], (0..<100).map { Derived($0 * 7 % 100) }] {
      let old = TableSnapshot(rows: [one, two, three])
      let bases = TableSnapshot(rows: rows as [Base]).difference(
        from: TableSnapshot(rows: [one, two, three] as [Base]))
      let derived = TableSnapshot(rows: rows).difference(from: old)
      #expect(derived.stages.map(\.operations) == bases.stages.map(\.operations))
      #expect((derived.stages.last?.target ?? old).map(\.identity) == rows.map(\.identity))
    }
  }

  @Test
  func identifiableTypesAreTheirIdAndAllOfThemselvesAsContent() {
    let row = Numbered(id: 7, text: "a")
    #expect(row.identity == 7)
    #expect(row.hasSameContent(as: Numbered(id: 7, text: "a")))
    #expect(!row.hasSameContent(as: Numbered(id: 7, text: "b")))
  }

  @Test
  func objectsHaveTheContentOfThemselvesAndOfNoOtherObject() {
    let one = Version(7)
    #expect(one.hasSameContent(as: one))
    #expect(!one.hasSameContent(as: Version(7)))
    #expect(Token("t").hasSameContent(as: Token("t")))
    let changeset = TableSnapshot(rows: [Version(7)]).difference(from: TableSnapshot(rows: [one]))
    #expect(changeset.stages.map(\.operations.updatedRows.count) == [1])
  }

  @Test func hashableTypesAreThemselves() {
    #expect(Plain(text: "a").identity == Plain(text: "a"))
    #expect(Folder.inbox.identity == .inbox)
    #expect(Folder.inbox.identity != Folder.archive.identity)
    #expect(5.identity == 5 && "x".identity == "x" && true.identity && (1.5).identity == 1.5)
  }

  @Test func typesThatAreBothAreTheirId() {
    #expect(Both(id: 1, text: "a").identity == 1)
    #expect(!Both(id: 1, text: "a").hasSameContent(as: Both(id: 1, text: "b")))
    #expect(Ticket(1, "a").identity == 1)
    #expect(!Ticket(1, "a").hasSameContent(as: Ticket(1, "b")))
  }

  @Test func enumsWithValuesSayThemselvesWhoTheyAre() {
    #expect(Line.review(1, text: "a").identity == Line.review(1, text: "b").identity)
    #expect(Line.outline.identity != Line.review(1, text: "").identity)
    #expect(!Line.review(1, text: "a").hasSameContent(as: .review(1, text: "b")))
  }

  @Test func objectsAreTheirReferenceUnlessTheySayMore() {
    let one = Reference("a")
    #expect(one.identity == ObjectIdentifier(one))
    #expect(one.identity != Reference("a").identity)
    #expect(Person("x", age: 1).identity == "x")
    #expect(!Person("x", age: 1).hasSameContent(as: Person("x", age: 2)))
    #expect(Token("t").identity == Token("t"))
  }

  @Test
  func mainActorClassesAreComparedAsReferencesOffTheMainActor() async {
    let one = await ViewModel("a")
    let two = await ViewModel("b")
    #expect(one.identity == ObjectIdentifier(one))
    #expect(one.identity != two.identity)
    #expect(one.hasSameContent(as: one) && !one.hasSameContent(as: two))
    let changeset = TableSnapshot(rows: [two, one]).difference(from: TableSnapshot(rows: [one, two]))
    #expect(changeset.stages.map(\.operations.movedRows.count) == [1])
  }

  @Test func optionalsAreWhoTheyWrap() {
    let some: Numbered? = Numbered(id: 1, text: "a")
    let none: Numbered? = nil
    #expect(some.identity == 1)
    #expect(none.identity == nil)
    #expect(none.hasSameContent(as: none))
    #expect(!none.hasSameContent(as: some))
    #expect(!some.hasSameContent(as: Numbered(id: 1, text: "b")))
    let optionalInt: Int? = 3
    #expect(optionalInt.identity == 3)
    let changeset = TableSnapshot(rows: [nil, 1, 2]).difference(from: TableSnapshot(rows: [1, Int?.none]))
    #expect(changeset.operationCount == 2)
  }

  @Test
  func numbersStringsAndTruthNeedNoConformanceOfOnesOwn() {
    func isDiffable<Row: Diffable>(_ row: Row) -> Bool { row.hasSameContent(as: row) }
    #expect(isDiffable(1 as Int8) && isDiffable(1 as Int16) && isDiffable(1 as Int32) && isDiffable(1 as Int64))
    #expect(isDiffable(1 as UInt8) && isDiffable(1 as UInt16) && isDiffable(1 as UInt32) && isDiffable(1 as UInt64))
    #expect(isDiffable(1 as UInt) && isDiffable("c" as Character) && isDiffable(1 as Float) && isDiffable(false))
    #expect(!isDiffable(Double.nan))
  }
}
