import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of the animations that a view is asked for, as values and through the pipeline.
@MainActor struct TableAnimationsTests {
  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0.key, rows: items($0.value)) })
  }

  /// Shows two tables, and returns the animations of the second one's batches.
  private func animations(
    from old: TableSnapshot<String, Item>, to new: TableSnapshot<String, Item>, _ options: BindingOptions,
    sections: [String: TableAnimations] = [:]
  ) async throws -> (batches: [(BatchOperations, BatchAnimation)], applied: AppliedChangeset<String, Item>) {
    let view = RecordingTableView<String, Item>()
    view.link.sectionAnimations = sections
    let store = TableStore<String, Item>(old)
    return try await withBinding(view, store, options: options) { _ in
      view.forget()
      let applied = try await store.submit(new)
      #expect(view.link.table == new)
      let batches = view.events.compactMap { event -> (BatchOperations, BatchAnimation)? in
        guard let operations = event.operations, let animation = event.animation else { return nil }
        return (operations, animation)
      }
      return (batches, applied)
    }
  }

  @Test("an animation that is not set is the view's default")
  func automatic() async throws {
    let (batches, applied) = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), BindingOptions())
    #expect(batches.map(\.1) == [.automatic] && applied.isAnimated)
    for kind in ChangeKind.allCases {
      #expect(BatchAnimation.automatic.animation(of: kind, inSection: 3) == .automatic)
      #expect(BatchAnimation.none.animation(of: kind, inSection: 3) == .none)
    }
  }

  @Test("animations are set for each kind of change, and separately for a section")
  func kindsAndSections() async throws {
    var options = BindingOptions()
    options.animations = TableAnimations(.fade)
    options.animations[.delete] = .bottom
    var sections: [String: TableAnimations] = ["gone": TableAnimations(.top)]
    sections["b", default: TableAnimations()][.insert] = .left
    let (batches, _) = try await animations(
      from: table(["gone": [9], "a": [1, 2], "b": [3, 4]]), to: table(["a": [2, 5], "b": [3, 6]]), options,
      sections: sections)
    let (operations, animation) = try #require(batches.first)
    #expect(batches.count == 1)
    #expect(operations.deletedSections == [0])
    #expect(animation.animation(of: .delete, inSection: 0) == .top)  // old sections: gone, a, b
    #expect(animation.animation(of: .delete, inSection: 2) == .bottom)
    #expect(animation.animation(of: .insert, inSection: 0) == .fade)  // new sections: a, b
    #expect(animation.animation(of: .insert, inSection: 1) == .left)
    #expect(animation.animation(of: .move, inSection: 1) == .fade)
  }

  @Test("a section's animation of updated rows applies in the batch that updates them")
  func updatesOfSections() async throws {
    var new = table(["a": [1], "b": [2]])
    new.update(.all()) { $0.text = "new" }
    var sections: [String: TableAnimations] = [:]
    sections["b", default: TableAnimations()][.update] = .left
    let (batches, _) = try await animations(
      from: table(["a": [1], "b": [2]]), to: new, BindingOptions(), sections: sections)
    #expect(batches.count == 1)
    let animation = try #require(batches.first).1
    #expect([0, 1].map { animation.animation(of: .update, inSection: $0) } == [.automatic, .left])
  }

  @Test("a section can use the view's default even if the options set an animation")
  func automaticInSection() async throws {
    var options = BindingOptions()
    options.animations = TableAnimations(.fade)
    let (batches, _) = try await animations(
      from: table(["a": [1], "b": [2]]), to: table(["a": [1, 3], "b": [2, 4]]), options,
      sections: ["a": TableAnimations(.automatic), "b": TableAnimations()])
    let animation = try #require(batches.first).1
    #expect([0, 1].map { animation.animation(of: .insert, inSection: $0) } == [.automatic, .fade])
  }

  @Test("an unanimated batch has no animations, whatever was set")
  func unanimated() async throws {
    var options = BindingOptions(animated: false)
    options.animations = TableAnimations(.fade)
    options.shouldAnimate = { _ in .animated }
    let (batches, applied) = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), options)
    #expect(batches.map(\.1) == [.none] && !applied.isAnimated && applied.mode == .batch)
  }

  @Test("shouldAnimate is asked once for each change, and its decision is applied")
  func veto() async throws {
    let asked = Guarded<[ChangeSummary]>([])
    var options = BindingOptions()
    options.shouldAnimate = { change in
      asked.with { $0.append(change) }
      return change.operationCount > 2
        ? .reload : change.stages.contains { !$0.insertedRows.isEmpty } ? .animated : .unanimated
    }
    let content = TableSnapshot(sections: [TableSection("a", rows: [Item(1, "new")])])
    let updated = try await animations(from: table(["a": [1]]), to: content, options)
    #expect(updated.batches.map(\.1) == [.none] && !updated.applied.isAnimated)
    let inserted = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), options)
    #expect(inserted.batches.map(\.1.isAnimated) == [true] && inserted.applied.isAnimated)
    let large = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2, 3, 4]]), options)
    #expect(large.batches.isEmpty && large.applied.mode == .reload(.asked))
    #expect(large.applied.changeset.operationCount == 3)
    // Two stages are one change.
    let both = TableSnapshot(sections: [TableSection("a", rows: [Item(1, "new"), Item(2)])])
    let staged = try await animations(from: table(["a": [1]]), to: both, options)
    #expect(staged.batches.map(\.1.isAnimated) == [true, true])
    #expect(asked.now.map(\.stages.count) == [1, 1, 1, 2])
  }

  @Test("alwaysReloads reloads once for each change, and not again when a user's edit is merged")
  func alwaysReloads() async throws {
    var options = BindingOptions()
    options.alwaysReloads = true
    let view = RecordingTableView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store, options: options) { _ in
      let applied = try await store.submit(table(["a": [1, 2, 3]]))
      #expect(applied.mode == .reload(.asked) && view.reloads == 2 && view.batches.isEmpty)
      view.link.edit(.remove(id: 1))
      #expect(view.batches.count == 1)
      await until { await store.table == table(["a": [2, 3]]) }
      _ = try await store.submit(table(["a": [3]]))
      #expect(view.reloads == 3 && view.link.table == table(["a": [3]]))
    }
  }

  @Test("performBatch can wrap a batch and replace its animation")
  func performBatch() async throws {
    let seen = Guarded<[String]>([])
    var options = BindingOptions()
    options.performBatch = { operations, animation, perform in
      seen.with { $0.append("before \(operations.insertedRows.count) \(animation.isAnimated)") }
      try perform(.none)
      seen.with { $0.append("after") }
    }
    let (batches, applied) = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), options)
    #expect(seen.now == ["before 1 true", "after"])
    #expect(batches.map(\.1) == [.none] && applied.mode == .batch)
  }

  @Test(
    "a performBatch closure that fails, or omits the batch, is reported, and the view is reloaded",
    arguments: [true, false])
  func brokenStep(throwing: Bool) async throws {
    let reports = Guarded<[String]>([])
    var options = BindingOptions()
    options.onDiagnostic = { report in reports.with { $0.append(report.description) } }
    options.performBatch = { _, _, _ in if throwing { throw Broken() } }
    let (batches, applied) = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), options)
    #expect(batches.isEmpty && applied.mode == .reload(.refused) && reports.now.count == 1)
  }

  /// Returns options that call `perform` twice, and the reported diagnostics.
  private func twice(hidingErrors: Bool) -> (options: BindingOptions, reports: Guarded<[String]>) {
    let reports = Guarded<[String]>([])
    var options = BindingOptions()
    options.onDiagnostic = { report in reports.with { $0.append(report.description) } }
    options.performBatch = { _, animation, perform in
      for _ in 0..<2 {
        if hidingErrors { try? perform(animation) } else { try perform(animation) }
      }
    }
    return (options, reports)
  }

  @Test("a performBatch closure that performs a batch twice is reported, and the view performs it once and is reloaded")
  func repeatedStep() async throws {
    let (options, reports) = twice(hidingErrors: false)
    let (batches, applied) = try await animations(from: table(["a": [1]]), to: table(["a": [1, 2]]), options)
    #expect(batches.count == 1 && applied.mode == .reload(.refused))
    #expect(reports.now.count == 1 && reports.now.first?.contains("perform 2 times") == true, "\(reports.now)")
  }

  @Test("a performBatch closure that repeats a batch after an error is reported, and the view is reloaded")
  func repeatedFailure() async throws {
    let (options, reports) = twice(hidingErrors: true)
    let view = TestView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1]]))
    try await withBinding(view, store, options: options) { _ in
      view.perform = { _, _, _ in throw Broken() }
      let applied = try await store.submit(table(["a": [1, 2]]))
      #expect(applied.mode == .reload(.refused) && reports.now.count == 1)
      #expect(view.rows == [items([1, 2])])
    }
  }

  @Test("observed rows do not trap if performBatch performs a batch twice")
  func repeatedRows() async throws {
    let (options, reports) = twice(hidingErrors: false)
    let rows = TableRows<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(rows, store, options: options) { _ in
      let applied = try await store.submit(table(["a": [3]]))
      #expect(applied.mode == .reload(.refused) && reports.now.count == 1)
      #expect(rows.all.map(\.value.id) == [3])
    }
  }
}
