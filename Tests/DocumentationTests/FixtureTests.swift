import Testing

/// Tests code that must not compile, and similar code that must.
struct FixtureTests {
  private static let models = """
    import LiveTables
    import LiveTablesTesting
    struct Row: Diffable, Hashable, Sendable { var id: Int }

    """

  /// Tests that only the main actor can use a view (guarantee 18).
  @Test(arguments: [
    "view.link.edit(.remove(.id(Row(id: 1))))", "view.link.selection.select(ids: [])", "view.bind(stream)",
    "_ = view.link.table",
  ])
  func aViewIsOutOfReachOffTheMainActor(use: String) async throws {
    func code(_ isolation: String) -> String {
      Self.models
        + "\(isolation) func use(_ view: RecordingTableView<OneSection, Row>, _ stream: AsyncStream<[Row]>) { \(use) }"
    }
    let outside = try await Compiler.check(code("nonisolated"))
    #expect(outside.status != 0)
    #expect(outside.messages.contains("main actor-isolated"), "\(outside.messages)")
    let inside = try await Compiler.check(code("@MainActor"))
    #expect(inside.status == 0, "\(inside.messages)")
  }

  /// Tests that models that are not `Sendable` do not compile (guarantee 36).
  @Test(arguments: [
    "let store = TableStore<OneSection, Model>()", "let view = RecordingTableView<OneSection, Model>()",
    "let link = TableLink<OneSection, Model>()",
  ])
  func modelsThatAreNotSendableAreRefused(use: String) async throws {
    func code(_ conformances: String) -> String {
      """
      import LiveTables
      import LiveTablesTesting
      final class Model: \(conformances) { let name = "" }
      @MainActor func use() { \(use) }
      """
    }
    let refused = try await Compiler.check(code("Diffable").replacing("let name", with: "var name"))
    #expect(refused.status != 0)
    #expect(refused.messages.contains("does not conform to the 'Sendable' protocol"), "\(refused.messages)")
    let accepted = try await Compiler.check(code("Diffable, Sendable"))
    #expect(accepted.status == 0, "\(accepted.messages)")
  }

  /// Tests that a row type that would never update does not compile, and that the message suggests a fix.
  @Test(arguments: [
    ("struct Mail: Diffable, Identifiable", "changed rows would never update; make it Equatable"),
    ("struct Mail: Diffable, Equatable", "make the type Identifiable or Hashable, or wrap it in Keyed"),
    ("struct Mail: Diffable", "make the type Identifiable or Hashable, or wrap it in Keyed"),
  ])
  func rowsThatWouldNeverUpdateAreRefused(declaration: String, message: String) async throws {
    func code(_ declaration: String) -> String {
      "import TableDiff\n\(declaration) { var id = 1; var subject: String }"
    }
    let refused = try await Compiler.check(code(declaration))
    #expect(refused.status != 0)
    #expect(refused.messages.contains(message), "\(refused.messages)")
    let accepted = try await Compiler.check(code("struct Mail: Diffable, Identifiable, Equatable"))
    #expect(accepted.status == 0, "\(accepted.messages)")
  }

  /// Tests that the messages for values that cannot be bound suggest a fix.
  @Test(arguments: [
    ("flat.bind([Row(id: 1)])", "bind an AsyncSequence of tables or a LiveTable(rows:), or show them by show(_:)"),
    ("flat.bind(TableSnapshot(rows: [Row(id: 1)]))", "rows alone never change"),
    ("grouped.bind(AsyncStream<[Row]> { $0.finish() })", "map arrays to sections by TableSnapshot(grouping:by:)"),
    (
      "flat.bind(AsyncStream<[String?]> { $0.finish() })",
      "it has to be Sendable, and its elements tables of the view's Section and Row"
    ),
  ])
  func whatCannotBeBoundIsExplained(use: String, message: String) async throws {
    let outcome = try await Compiler.check(
      Self.models + """
        let flat = RecordingTableView<OneSection, Row>()
        let grouped = RecordingTableView<String, Row>()
        \(use)
        """)
    #expect(outcome.status != 0)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  /// Tests that an error in a closure of edits is reported there, and not for the overload that takes an edit.
  @Test(arguments: ["LiveTable(rows: [Row(id: 1)])", "TableStore<OneSection, Row>()"])
  func errorsInClosuresOfEditsAreReportedThere(table: String) async throws {
    let outcome = try await Compiler.check(
      Self.models + """
        func edit() async throws {
          let table = \(table)
          _ = try await table.edit { $0.remove { $0.isRead } }
        }
        """)
    #expect(outcome.status != 0)
    #expect(!outcome.messages.contains("passed to parameter of type 'TableEdit"), "\(outcome.messages)")
  }

  /// Tests that a module that defaults to the main actor conforms, binds and displays like any other (guarantee 35).
  @Test func aModuleOnTheMainActorByDefaultCompiles() async throws {
    let code = """
      import LiveTables
      nonisolated struct Address: Equatable { var name: String }
      struct Mail: Diffable, Identifiable, Equatable { let id: Int; var subject: String; var sender: Address }
      enum Folder: Diffable { case inbox, archive }
      nonisolated struct Person: Identifiable, Equatable { let id: Int; var address: Address }
      extension Person: Diffable {}
      final class Note: Diffable { var text = "" }
      final class Screen: TableView {
        let link = TableLink<Folder, Mail>()
        func reload(commit: () -> Void) { commit() }
        func perform(_ stage: BatchUpdate<Folder, Mail>, animation: BatchAnimation, commit: () -> Void) throws { commit() }
      }
      func show(_ mails: AsyncStream<TableSnapshot<Folder, Mail>>, on screen: Screen) async throws {
        let binding = screen.bind(mails)
        binding.cancel()
        try await screen.display(mails)
        try await screen.withStore { store in _ = try await store.edit { $0.remove(id: 7) } }
      }
      """
    let outcome = try await Compiler.check(code, options: ["-default-isolation", "MainActor"])
    #expect(outcome.status == 0, "\(outcome.messages)")
  }
}
