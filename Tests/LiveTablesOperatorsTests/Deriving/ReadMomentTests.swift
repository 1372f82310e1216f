import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// A source that runs a closure once during a read, before or after reading its base.
actor Interrupted<Base: TableSource>: TableSource {
  private let base: Base
  private var before: (@Sendable () async -> Void)?
  private var after: (@Sendable () async -> Void)?

  init(_ base: Base) { self.base = base }

  /// Interrupts the next read with a closure that runs in a detached task.
  func interrupt(before isBefore: Bool = false, _ body: @escaping @Sendable () async -> Void) {
    let interruption: @Sendable () async -> Void = { await Task.detached { await body() }.value }
    if isBefore { before = interruption } else { after = interruption }
  }

  var state: SourceState<Base.Section, Base.Row> {
    get async {
      if let before {
        self.before = nil
        await before()
      }
      let found = await base.state
      if let after {
        self.after = nil
        await after()
      }
      return found
    }
  }

  func subscribe(_ signal: Signal) async { await base.subscribe(signal) }
}

/// An actor that conforms to `TableSource` with public API only.
private actor CustomActor: TableSource {
  private(set) var state: SourceState<OneSection, Item>
  private var subscribers = SubscriberList()

  init(_ rows: [Item]) { state = SourceState(TableSnapshot(rows: rows)) }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func show(_ rows: [Item]) {
    state.advance(to: TableSnapshot(rows: rows))
    subscribers.notify()
  }
}

/// A class that conforms to `TableSource` with public API only.
@MainActor private final class CustomClass {
  private(set) var state: SourceState<OneSection, Item>
  private var subscribers = SubscriberList()

  init(_ rows: [Item]) { state = SourceState(TableSnapshot(rows: rows)) }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func show(_ rows: [Item]) {
    state.advance(to: TableSnapshot(rows: rows))
    subscribers.notify()
  }
}

extension CustomClass: nonisolated TableSource {}

/// A structure that wraps another source.
private struct Wrapped: TableSource {
  let base: any TableSource<OneSection, Item>

  var state: SourceState<OneSection, Item> { get async { await base.state } }

  func subscribe(_ signal: Signal) async { await base.subscribe(signal) }
}

private typealias Rows = any TableSource<OneSection, Item>

/// Tests tables that read one source along several paths.
@MainActor @Suite("Read moments", .timeLimit(.minutes(20)))
struct ReadMomentTests {
  /// Returns rows whose text is the number of their table.
  private nonisolated static func rows(_ number: Int) -> [Item] { (0..<4).map { Item($0, "\(number)") } }

  enum Base: CaseIterable {
    case live, store, sequence, customActor, customClass, structure, outline, optimistic, joined, segments, binder

    @MainActor fileprivate func make() async -> (source: Rows, show: @Sendable (Int) async -> Void) {
      let first = ReadMomentTests.rows(1)
      let live = LiveTable(rows: first)
      let set: @Sendable (Int) async -> Void = { number in
        await #expect(throws: Never.self) { try await live.set(ReadMomentTests.rows(number)) }
      }
      switch self {
      case .live: return (live, set)
      case .store:
        let store = TableStore<OneSection, Item>(TableSnapshot(rows: first))
        return (
          store,
          { number in await #expect(throws: Never.self) { try await store.submit(ReadMomentTests.rows(number)) } }
        )
      case .sequence:
        let (tables, input) = AsyncStream.makeStream(of: [Item].self)
        let source = SequenceSource(tables)
        await source.subscribe(Signal.make().signal)
        let show: @Sendable (Int) async -> Void = { @MainActor number in
          input.yield(ReadMomentTests.rows(number))
          await until { await source.current.first?.text == "\(number)" }
        }
        await show(1)
        return (source, show)
      case .customActor:
        let source = CustomActor(first)
        return (source, { await source.show(ReadMomentTests.rows($0)) })
      case .customClass:
        let source = CustomClass(first)
        return (source, { await source.show(ReadMomentTests.rows($0)) })
      case .structure: return (Wrapped(base: live), set)
      case .outline:
        let tree = LiveTree(Tree(first) { _ in nil })
        return (
          tree.outline().map { $0.value },
          { number in
            await #expect(throws: Never.self) {
              try await tree.edit { $0 = Tree(ReadMomentTests.rows(number)) { _ in nil } }
            }
          }
        )
      case .optimistic: return (OptimisticTable(live), set)
      case .joined:
        let joined = JoinedTables<OneSection, Item>()
        joined.add(live)
        return (joined.flattened(), set)
      case .segments:
        let segments = TableSegments<OneSection, Item>()
        segments.add("all", live)
        return (segments, set)
      case .binder:
        let binder = SectionBinder<Int, Item>()
        let section = binder.onSection(0).rows(first)
        return (
          binder.flattened().map { $0.value ?? Item(-1) },
          { number in await MainActor.run { _ = section.rows(ReadMomentTests.rows(number)) } }
        )
      }
    }
  }

  enum Composition: CaseIterable {
    case merged, joined, asyncMap, joinedTables, segments, optimisticBranch, optimisticTop, threeWays, derived

    /// Whether the composition also reads its sources by itself, so that the interruption can hit that read.
    var hasReaders: Bool { self == .joinedTables || self == .segments }

    /// Returns a table of all rows, some from each path.
    @MainActor fileprivate func make(_ one: Rows, _ other: Rows) -> Rows {
      let odd = other.filter { $0.id % 2 == 1 }
      let even = one.filter { $0.id % 2 == 0 }
      let merged = even.merged(with: odd)
      switch self {
      case .merged: return merged
      case .joined:
        return one.joined(with: other, by: { $0.id }, and: { $0.id })
          .map { Item($0.left?.id ?? -1, $0.left?.text == $0.right?.text ? $0.left?.text ?? "" : "mixed") }
      case .asyncMap: return even.map(atMost: 4, placeholder: { $0 }) { $0 }.merged(with: odd)
      case .joinedTables:
        let joined = JoinedTables<OneSection, Item>()
        joined.add(even)
        joined.add(odd)
        return joined.flattened()
      case .segments:
        let segments = TableSegments<OneSection, Item>()
        segments.add("even", even)
        return segments.merged(with: odd)
      case .optimisticBranch: return OptimisticTable(even).merged(with: odd)
      case .optimisticTop: return OptimisticTable(merged)
      case .threeWays:
        return merged.merged(with: other.sorted { $0.id > $1.id }) {
          $0.text == $1.text ? $0 : Item($0.id, "mixed")
        }
      case .derived: return merged.sorted { $0.id < $1.id }.map { Item($0.id, $0.text) }.prefix(10)
      }
    }
  }

  /// An event between the reads of two paths.
  enum Event: CaseIterable {
    case edit, editAndReader
  }

  @Test(
    "70: all tables derived from one source are derived from the same state",
    arguments: Base.allCases, Composition.allCases)
  func together(_ kind: Base, _ composition: Composition) async {
    for event in Event.allCases {
      let base = await kind.make()
      let first = Interrupted(base.source.map { $0 })
      let composed = composition.make(first, base.source)
      @Sendable func seen() async -> [String] { await composed.current.sorted { $0.id < $1.id }.map(\.description) }
      func all(_ number: Int) -> [String] { ReadMomentTests.rows(number).map(\.description) }
      #expect(await seen() == all(1), "\(event)")
      await first.interrupt {
        await base.show(2)
        if event == .editAndReader { _ = await seen() }
      }
      let found = await seen()
      let mayBeOld = event == .edit || composition.hasReaders
      #expect(found == all(2) || found == all(1) && mayBeOld, "\(event): \(found)")
      await until { await seen() == all(2) }
    }
  }

  enum TreeWay: CaseIterable {
    case outline, depthFirst, breadthFirst

    fileprivate func rows(of tree: LiveTree<Item>) -> Rows {
      switch self {
      case .outline: tree.outline().map { $0.value }
      case .depthFirst: tree.depthFirst
      case .breadthFirst: tree.breadthFirst.flattened()
      }
    }
  }

  @Test("70: outlines and tables of one tree show the same state", arguments: TreeWay.allCases, TreeWay.allCases)
  func trees(_ one: TreeWay, _ other: TreeWay) async throws {
    for event in Event.allCases {
      let tree = LiveTree(Tree(Self.rows(1)) { _ in nil })
      let first = Interrupted(one.rows(of: tree).map { $0 })
      let merged = first.filter { $0.id % 2 == 0 }.merged(with: other.rows(of: tree).filter { $0.id % 2 == 1 })
      #expect(await Set(merged.current.map(\.text)) == ["1"])
      await first.interrupt {
        await #expect(throws: Never.self) { try await tree.edit { $0 = Tree(ReadMomentTests.rows(2)) { _ in nil } } }
        if event == .editAndReader { _ = await merged.current }
      }
      let found = await Set(merged.current.map(\.text))
      #expect(found == ["1"] && event == .edit || found == ["2"], "\(event)")
      #expect(await Set(merged.current.map(\.text)) == ["2"])
    }
  }

  @Test(
    "70: a parameter that is used at several places of a chain has the same value at all of them",
    arguments: Event.allCases)
  func values(_ event: Event) async {
    let live = LiveTable(rows: [Item(1)])
    let ending = LiveValue<@Sendable (Item) -> Item> { Item($0.id, $0.text + "a") }
    let first = Interrupted(live.map(ending) { $0 })
    let chain = first.map(ending) { $0 }
    let sides = first.map { $0 }.joined(with: chain, by: { $0.id }, and: { $0.id })
    #expect(await chain.current.map(\.text) == ["aa"])
    #expect(await sides.current.map { "\($0.left?.text ?? "") \($0.right?.text ?? "")" } == ["a aa"])
    await first.interrupt(before: true) {
      await ending.set { Item($0.id, $0.text + "b") }
      if event == .editAndReader { _ = await chain.current }
    }
    #expect(await chain.current.map(\.text) == [event == .edit ? "aa" : "bb"])
    #expect(await chain.current.map(\.text) == ["bb"])
    await first.interrupt {
      await ending.set { Item($0.id, $0.text + "c") }
      if event == .editAndReader { _ = await chain.current }
    }
    let found = await sides.current.map { "\($0.left?.text ?? "") \($0.right?.text ?? "")" }
    #expect(found == [event == .edit ? "b bb" : "c cc"])
    #expect(await sides.current.map { "\($0.left?.text ?? "") \($0.right?.text ?? "")" } == ["c cc"])
  }

  @Test("70: tasks that a read starts are not part of its moment")
  func leaves() async throws {
    let live = LiveTable(rows: Self.rows(1))
    let mayLook = Gate()
    let looks = live.map(atMost: 4, placeholder: { $0 }) { row in
      await mayLook.wait()
      return Item(row.id, await live.current.first?.text ?? "")
    }
    let first = Interrupted(looks)
    let merged = first.merged(with: live)
    await first.interrupt { @MainActor in
      await #expect(throws: Never.self) { try await live.edit { $0.update(.id(0)) { $0.text = "2" } } }
      mayLook.open()
      await until { await looks.current.map(\.text) == ["2", "2", "2", "2"] }
    }
    #expect(await merged.current.map(\.text) == ["1", "1", "1", "1"])
    #expect(await merged.current.map(\.text) == ["2", "2", "2", "2"])
  }

  @Test("a reader that is cancelled in a stale moment gets the last derived table")
  func cancelled() async throws {
    let live = LiveTable(rows: Self.rows(1))
    let first = Interrupted(live.map { $0 })
    let merged = first.filter { $0.id % 2 == 0 }.merged(with: live.filter { $0.id % 2 == 1 })
    #expect(await Set(merged.current.map(\.text)) == ["1"])
    let started = Gate()
    let reading = Task {
      await started.wait()
      return await merged.current.map(\.text)
    }
    await first.interrupt {
      await #expect(throws: Never.self) { try await live.set(ReadMomentTests.rows(2)) }
      _ = await merged.current
      await #expect(throws: Never.self) { try await live.set(ReadMomentTests.rows(3)) }
      reading.cancel()
    }
    started.open()
    #expect(await Set(reading.value) == ["2"])
    #expect(await Set(merged.current.map(\.text)) == ["3"])
  }

  /// A source whose revision can decrease, against its contract.
  private actor Returning: TableSource {
    private(set) var state = SourceState(TableSnapshot(rows: [Item(0), Item(1)]))

    func subscribe(_ signal: Signal) {}

    func advance() { state.advance(to: TableSnapshot(rows: [Item(0, "a"), Item(1, "a")])) }

    func goBack() { state = SourceState(TableSnapshot(rows: [Item(0, "b"), Item(1, "b")])) }
  }

  @Test(
    "70: a source that returns to an older state, against its contract, blocks no reader",
    arguments: Composition.allCases)
  func goesBack(_ composition: Composition) async throws {
    let (source, live) = (Returning(), LiveTable(rows: [Item(2)]))
    let keeps = LiveValue<@Sendable (Item) -> Bool> { _ in true }
    let composed = composition.make(source.filter { _ in true }, source).merged(with: live).filter(keeps)
    await source.advance()
    #expect(await composed.current.map(\.description).sorted() == ["0a", "1a", "2"])
    await source.goBack()
    try await live.edit { $0.append(Item(3)) }
    #expect(await composed.current.map(\.description).sorted() == ["0a", "1a", "2", "3"])
    await keeps.set { $0.id > 0 }
    #expect(await composed.current.map(\.description).sorted() == ["1a", "2", "3"])
  }
}
