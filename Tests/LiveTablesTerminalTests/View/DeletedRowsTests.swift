import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

/// Tests rows that stay visible for a while after they are deleted.
extension TerminalScreenTests {
  @Test("a row that returns is not shown as deleted, but other deleted rows are")
  func deletedRowComesBack() async throws {
    let shown = try Shown()
    await shown.show()
    let (one, two, three) = ((1, "one"), (2, "two"), (3, "three"))
    let store = TableStore(table(("inbox", [one, two, three])))
    await shown.bind(store)
    shown.view.markLifetime = .seconds(1_000_000)
    for _ in 0..<2 {
      _ = try await store.submit(table(("inbox", [one])))
      #expect(Set(shown.lines[2...4]) == ["   1  one", "-  2  two", "-  3  three"])
      _ = try await store.submit(table(("inbox", [one, two])))
      #expect(Set(shown.lines[2...4]) == ["   1  one", "+  2  two", "-  3  three"])
      // The rows of an inserted section return, too.
      _ = try await store.submit(table(("inbox", [one]), ("sent", [two])))
      _ = try await store.submit(table(("inbox", [one])))
      _ = try await store.submit(table(("inbox", [one]), ("sent", [two, three])))
      #expect(!shown.lines.contains { $0.hasPrefix("-") })
      _ = try await store.submit(table(("inbox", [one, two, three])))
    }
    _ = try await shown.quit()
  }

  @Test("rows that are deleted one by one are shown in the order in which the table had them")
  func deletedOneByOne() async throws {
    let shown = try Shown()
    await shown.show()
    let (first, second) = ((1...4).map { ($0, "mail") }, (5...6).map { ($0, "mail") })
    let store = TableStore(table(("a", first), ("b", second)))
    await shown.bind(store)
    shown.view.markLifetime = .seconds(1_000_000)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var deleted: Set<Int> = []
      for id in (1...6).shuffled(using: &random).prefix(5) {
        deleted.insert(id)
        let rest = [first, second].map { $0.filter { !deleted.contains($0.0) } }
        _ = try await store.submit(table(("a", rest[0]), ("b", rest[1])))
        let ids = shown.lines.filter { $0.hasSuffix("mail") }.compactMap { $0.split(separator: " ").suffix(2).first }
        #expect(ids == ["1", "2", "3", "4", "5", "6"], "\(shown.lines)")
      }
      shown.view.forgetMarks()
      _ = try await store.submit(table(("a", first), ("b", second)))
      shown.view.forgetMarks()
    }
    _ = try await shown.quit()
  }

  @Test("rows that a prompt's filter or an unanimated change removes are not shown as deleted")
  func filteredRows() async throws {
    let shown = try Shown()
    await shown.show()
    let mails = (1...20).map { ($0, $0 == 20 ? "found" : "mail") }
    let store = TableStore(table(("a", mails), ("b", [(21, "mail")])))
    var options = BindingOptions()
    let answer = Answer()
    options.shouldAnimate = { _ in answer.decision }
    await shown.bind(store, options: options)
    shown.view.markLifetime = .seconds(1_000_000)
    for isPrompted in [true, false] {
      answer.decision = isPrompted ? .animated : .unanimated
      shown.view.prompt = isPrompted ? TerminalPrompt("/", onChange: { _ in }, onEnd: { _ in }) : nil
      _ = try await store.submit(table(("a", [mails[19]])))
      #expect(shown.lines[1...3] == ["a (1)", "  20  found", ""], "\(shown.lines)")
      shown.view.prompt = nil
      answer.decision = .animated
      _ = try await store.submit(table(("a", mails), ("b", [(21, "mail")])))
    }
    _ = try await store.submit(table(("a", [mails[19]])))
    #expect(shown.lines[2].hasPrefix("-"), "others are seen for a while")
    _ = try await shown.quit()
  }

  @Test("an update without visible changes is neither marked nor counted") func quietUpdates() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one"), (2, "two")])))
    await shown.bind(store)
    shown.view.shouldMarkUpdate = { old, new in old.subject.first != new.subject.first }
    _ = try await store.submit(table(("a", [(1, "ones"), (2, "other")])))
    #expect(shown.lines[2...3] == ["   1  ones", "*  2  other"])
    #expect(shown.view.lastUpdate == ChangeCounts(updated: 1))
    _ = try await shown.quit()
  }

  @Test("deleted rows of an empty section are below its header")
  func deletedRowsOfAnEmptySection() async throws {
    let shown = try Shown()
    await shown.show()
    let (one, two, three) = ((1, "one"), (2, "two"), (3, "three"))
    let store = TableStore(table(("a", [one]), ("b", [two, three])))
    await shown.bind(store)
    shown.view.markLifetime = .seconds(1_000_000)
    _ = try await store.submit(table(("a", []), ("b", [two, three])))
    #expect(shown.lines[1...5] == ["a (0)", "-  1  one", "b (2)", "   2  two", "   3  three"])
    _ = try await store.submit(table(("b", [two]), ("a", [])))
    #expect(shown.lines[1...5] == ["b (1)", "   2  two", "-  3  three", "a (0)", "-  1  one"])
    _ = try await shown.quit()
  }

  @Test("deleted rows leave the footer in place, and the end of the list on the screen")
  func deletedRowsAboveTheFooter() async throws {
    let shown = try Shown()
    await shown.show()
    shown.view.accessories.footer = TerminalLine("that is all")
    shown.view.accessories.emptyView = TerminalLine("no mail")
    let mails = (1...20).map { ($0, "mail") }
    let store = TableStore(table(("a", mails)))
    await shown.bind(store)
    _ = shown.view.press(.end)
    _ = try await store.submit(table(("a", mails.filter { ![16, 18].contains($0.0) })))
    #expect(shown.lines.contains("that is all") && shown.lines.contains { $0.hasSuffix("20  mail") })
    _ = try await store.submit(table(("a", Array(mails.prefix(2)))))
    shown.view.forgetMarks()
    _ = try await store.submit(table(("a", [])))
    #expect(shown.lines[1...5] == ["a (0)", "-  1  mail", "-  2  mail", "  no mail", "that is all"])
    _ = try await shown.quit()
  }
}

/// The decision for the next change.
@MainActor private final class Answer {
  var decision = ChangeDecision.animated
}
