import LiveTables
import Testing

@testable import LiveTablesTerminal

private struct Letter: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var subject: String
  var isRead = true
}

private struct Folder: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var note: String?
}

private typealias MailView = TerminalTableView<Folder, Letter>

/// A view that runs on a terminal.
@MainActor private final class OnScreen {
  let view: MailView
  let pseudo: PseudoTerminal
  private let run: Task<TerminalExit, any Error>

  init(_ view: MailView) async throws {
    self.view = view
    view.caption = nil
    let pseudo = try PseudoTerminal(columns: 40, rows: 12)
    self.pseudo = pseudo
    run = Task { try await view.run(on: pseudo.terminal) }
    _ = await pseudo.output(upTo: "rows")
  }

  /// The text of the lines without trailing spaces, column titles and status.
  var lines: [String] {
    let all = view.lines(for: ScreenSize(columns: 40, rows: 12), at: .now).map { line in
      var text = line.spans.map(\.text.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
    return Array(all[1..<all.count - 1].prefix { !$0.isEmpty })
  }

  /// Binds the view to a store, and returns when the view shows its first table.
  func bind(
    _ first: TableSnapshot<Folder, Letter>, options: BindingOptions = BindingOptions()
  ) async -> TableStore<Folder, Letter> {
    let store = TableStore(first)
    var changes = view.bind(store, options: options).changes.makeAsyncIterator()
    _ = await changes.next()
    return store
  }

  func quit() async throws {
    pseudo.type("q")
    _ = try await run.value
  }
}

/// Tests that run one at a time with the other tests that use a terminal.
extension TerminalScreenTests {
  private static func makeView() -> MailView {
    MailView(
      columns: [TerminalColumn("ID") { "\($0.id)" }, TerminalColumn("SUBJECT") { $0.subject }],
      cells: .keyed(
        [
          true: .columns,
          false: .one(TerminalLine.self) { line, mail, context in
            line.show("unread: \(mail.subject)\(context.previous.map { " was \($0.subject)" } ?? "")", .strong)
          },
        ], by: { mail, _ in mail.isRead }),
      supplementaries: [
        .header: .one(TerminalLine.self) { line, folder, _ in
          line.show(folder.name, .title)
          line.showsRowCount = true
        },
        .footer: .choosing { section, _ in
          section.note != nil
            ? .one(TerminalLine.self) { line, folder, _ in line.show("(\(folder.note ?? ""))", .dim) } : .nothing
        },
      ])
  }

  private func table(_ sections: (Folder, [Letter])...) -> TableSnapshot<Folder, Letter> {
    TableSnapshot(sections: sections.map { TableSection($0.0, rows: $0.1) })
  }

  @Test("several kinds of rows, headers and footers are shown")
  func severalKindsOfRowsHeadersAndFooters() async throws {
    let screen = try await OnScreen(Self.makeView())
    let inbox = Folder(id: 1, name: "Inbox", note: "in sync")
    let store = await screen.bind(
      table(
        (inbox, [Letter(id: 1, subject: "one"), Letter(id: 2, subject: "two", isRead: false)]),
        (Folder(id: 2, name: "Sent"), [])))
    #expect(screen.lines == ["Inbox (2)", "   1  one", "  unread: two", "(in sync)", "Sent (0)"])
    let line = screen.view.visibleCells[.row(RowPath(section: 0, row: 1))]
    let header = screen.view.visibleCells[.header(section: 0)]
    // A changed row keeps its line when it moves, and footers appear and disappear with their section's value.
    try await store.submit(
      table(
        (Folder(id: 2, name: "Sent", note: "all"), []),
        (Folder(id: 1, name: "Inbox"), [Letter(id: 2, subject: "TWO", isRead: false), Letter(id: 1, subject: "one")])))
    let lines = screen.lines
    #expect(Array(lines[..<3]) == ["Sent (0)", "(all)", "Inbox (2)"])
    #expect(lines[3].dropFirst() == " unread: TWO was two" && lines[4].hasSuffix("  one"))
    #expect(
      screen.view.visibleCells[.row(RowPath(section: 1, row: 0))] === line
        && screen.view.visibleCells[.header(section: 1)] === header
    )
    // A row whose kind of line changes gets another line.
    try await store.edit { $0.replace(Letter(id: 2, subject: "two", isRead: true)) }
    #expect(screen.lines[3].hasSuffix(" 2  two") && screen.lines.count == 5)
    try await screen.quit()
  }

  @Test("a footer appears and disappears with its section's value") func aFooterComesAndGoes() async throws {
    let screen = try await OnScreen(Self.makeView())
    let mails = [Letter(id: 1, subject: "one")]
    let store = await screen.bind(table((Folder(id: 1, name: "Inbox"), mails), (Folder(id: 2, name: "Sent"), [])))
    for note in ["new", nil] {
      try await store.submit(
        table((Folder(id: 1, name: "Inbox", note: note), mails), (Folder(id: 2, name: "Sent"), [])))
      let footer = note.map { ["(\($0))"] } ?? []
      #expect(screen.lines == ["Inbox (1)", "   1  one"] + footer + ["Sent (0)"])
    }
    try await screen.quit()
  }

  @Test("the table's header and footer scroll, and an empty table shows its message between them")
  func headerFooterAndEmptyView() async throws {
    let view = Self.makeView()
    view.accessories.header = TerminalLine("all mail", .title)
    view.accessories.footer = TerminalLine("that is all", .dim)
    view.accessories.emptyView = TerminalLine("no mail")
    let screen = try await OnScreen(view)
    #expect(screen.lines == ["all mail", "  waiting for the first table", "that is all"])
    let store = await screen.bind(TableSnapshot())
    #expect(screen.lines == ["all mail", "  no mail", "that is all"])
    let folder = Folder(id: 1, name: "Inbox")
    try await store.submit(table((folder, (0..<20).map { Letter(id: $0, subject: "mail") })))
    #expect(screen.lines.first == "all mail" && screen.lines.last?.hasSuffix(" 7  mail") == true)
    #expect(view.press(.end))
    #expect(screen.lines.first == "Inbox (20)" && screen.lines.last == "that is all")
    view.accessories.footer?.text = "over"
    #expect(screen.lines.last == "over")
    view.accessories.footer = nil
    #expect(screen.lines.last?.hasSuffix("19  mail") == true)
    #expect(view.press(.home))
    #expect(screen.lines.first == "all mail")
    try await screen.quit()
  }

  @Test("a line that changes while it is visible is drawn again, and its work ends off the screen")
  func workForALine() async throws {
    let (progress, input) = AsyncStream.makeStream(of: Int.self)
    var scopes: [Int: CellScope] = [:]
    let view = MailView(
      cells: .one(TerminalLine.self) { line, mail, context in
        line.text = "mail \(mail.id)"
        scopes[mail.id] = context.scope
        if mail.id == 0 { context.scope.forEach(progress) { line.text = "mail 0: \($0) %" } }
      })
    let screen = try await OnScreen(view)
    _ = await screen.bind(table((Folder(id: 1, name: ""), (0..<30).map { Letter(id: $0, subject: "") })))
    #expect(screen.lines.first == "  mail 0")
    input.yield(42)
    _ = await screen.pseudo.output(upTo: "mail 0: 42 %")
    #expect(scopes.count == 10 && scopes[0]?.isEnded == false)
    #expect(view.press(.end))
    #expect(screen.lines.first == "  mail 20" && scopes[0]?.isEnded == true && scopes[25]?.isEnded == false)
    try await screen.quit()
    #expect(scopes[25]?.isEnded == true)
  }

  @Test("7: edits during a frame are shown after it, each row in its line")
  func editWhileDrawing() async throws {
    var edit: (() -> Void)?
    let view = MailView(
      cells: .one(TerminalLine.self) { line, mail, _ in
        line.text = "mail \(mail.id)"
        if mail.id == 25, let due = edit {
          edit = nil
          due()
        }
      })
    let screen = try await OnScreen(view)
    _ = await screen.bind(table((Folder(id: 1, name: ""), (0..<30).map { Letter(id: $0, subject: "") })))
    _ = screen.lines
    edit = {
      view.link.edit(.insert([Letter(id: 99, subject: "")], at: .path(RowPath(section: 0, row: 0))))
      #expect(view.link.table.count == 30, "not inside")
    }
    view.scroller.scroll(by: 20)
    for _ in 0..<2 { #expect(screen.lines == (20..<30).map { "  mail \($0)" }) }
    #expect(view.link.table.count == 31)
    try await screen.quit()
  }

  @Test("a line is drawn again for every visible change, and for nothing else")
  func aLineThatChanges() {
    let line = TerminalLine("one")
    var count = 0
    line.onChange = { count += 1 }
    for expected in [1, 1] {
      line.text = "two"
      #expect(count == expected)
    }
    for expected in [2, 2] {
      line.look = .dim
      #expect(count == expected)
    }
    for expected in [3, 3] {
      line.showsRowCount = true
      #expect(count == expected)
    }
  }

  @Test("a row without a line shows the reason in its place") func aRowWithoutALine() async throws {
    let view = MailView(cells: .keyed([true: .columns], by: { mail, _ in mail.isRead }))
    let screen = try await OnScreen(view)
    var reports: [String] = []
    let rows = table((Folder(id: 1, name: ""), [Letter(id: 1, subject: "", isRead: false)]))
    _ = await screen.bind(rows, options: BindingOptions { reports.append("\($0)") })
    let lines = screen.lines
    #expect(lines.count == 1 && lines[0].hasPrefix("  ? there is no kind of cell for"))
    #expect(reports == ["table: there is no kind of cell for the key false"], "it is reported when it is drawn")
    let spans = view.lines(for: ScreenSize(columns: 40, rows: 10), at: .now).flatMap(\.spans)
    #expect(spans.first { $0.text.text.hasPrefix("? there") }?.style == Style(.red, .bold))
    try await screen.quit()
  }

  @Test("a line of another class is refused, and the first line can be clicked without section headers")
  func linesAndClicks() async throws {
    let view = MailView(columns: [TerminalColumn("SUBJECT") { $0.subject }])
    let place = SupplementaryPath(.header, section: 0)
    view.register(.type(OnScreen.self), reuseIdentifier: "other", kind: .header)
    view.register(.type(TerminalLine.self), reuseIdentifier: "line", kind: .header)
    #expect(view.dequeueSupplementaryView(reuseIdentifier: "other", for: place) == nil)
    #expect(view.dequeueSupplementaryView(reuseIdentifier: "line", for: place) != nil)
    let letters = [Letter(id: 1, subject: "a"), Letter(id: 2, subject: "b")]
    let store = TableStore(TableSnapshot(sections: [TableSection(Folder(id: 1, name: "in"), rows: letters)]))
    var changes = view.bind(store).changes.makeAsyncIterator()
    _ = await changes.next()
    _ = view.lines(for: ScreenSize(columns: 40, rows: 10), at: .now)
    view.handle(MouseEvent(action: .press, column: 3, row: 1))
    #expect(view.selectedRow?.id == 1)
  }
}
