import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests random tables that read the same sources along several paths.
///
/// Each read must equal a table computed from one revision of each source and value.
@MainActor @Suite("Random reads of several inputs", .timeLimit(.minutes(60)))
struct RandomMomentTests {
  /// One revision of each source and value.
  private struct Moment: Sendable {
    var tables: [[Item]]
    var values: [Int]
  }

  /// A source and the function that computes its expected rows.
  private struct Node {
    let source: any TableSource<OneSection, Item>
    let description: String
    let compute: @Sendable (Moment) -> [Item]
  }

  /// Values by revision.
  private typealias History<Value> = Guarded<[Int: Value]>

  /// A source that can be edited.
  private enum Base {
    case table(LiveTable<OneSection, Item>)
    case tree(LiveTree<Item>)

    /// Makes a random change and records the result.
    func change(_ random: inout SeededGenerator, _ history: History<[Item]>) async throws {
      let (kind, id, other) = (
        Int.random(in: 0..<4, using: &random), Int.random(in: 0..<6, using: &random),
        Int.random(in: 0..<6, using: &random)
      )
      let number = Int.random(in: 0..<1_000, using: &random)
      switch self {
      case .table(let live):
        let change = try await live.edit { editor in
          switch kind {
          case 0: editor.remove(id: id)
          case 1: editor.appendIfAbsent(Item(id, "\(number)"))
          case 2: editor.move(.id(id), to: .before(other))
          default: editor.update(.where { _ in true }) { $0.text = "\(number % 7)" }
          }
        }
        history.with { $0[change.revision] = Array(change.table) }
      case .tree(let tree):
        let change = try await tree.edit { tree in
          let rows = tree.depthFirstTable.map { kind == 0 ? $0 : Item($0.id, "\(number % 7)") }
          tree = Tree(kind == 0 ? rows.filter { $0.id != id } : rows) { _ in nil }
        }
        history.with { $0[change.revision] = Array(change.changeset.target.depthFirstTable) }
      }
    }

    func finish() async {
      switch self {
      case .table(let live): await live.finish()
      case .tree(let tree): await tree.finish()
      }
    }
  }

  private static let rows = (0..<4).map { Item($0, "0") }

  private nonisolated static func isIncluded(_ value: Int) -> @Sendable (Item) -> Bool { { ($0.id + value) % 3 != 0 } }
  private nonisolated static func transform(_ value: Int) -> @Sendable (Item) -> Item {
    { Item($0.id, $0.text + "v\(value)") }
  }

  /// A graph of tables over some sources, with the closures to call at the end.
  @MainActor private final class Graph {
    private(set) var bases: [Base] = []
    private(set) var nodes: [Node] = []
    private(set) var finish: [@MainActor () -> Void] = []
    let isIncluded = LiveValue(RandomMomentTests.isIncluded(0))
    let transform = LiveValue(RandomMomentTests.transform(0))

    init(_ random: inout SeededGenerator) {
      for index in 0..<Int.random(in: 1...2, using: &random) { addBase(index, &random) }
      for _ in 0..<Int.random(in: 3...7, using: &random) { addNode(&random) }
    }

    private func addBase(_ index: Int, _ random: inout SeededGenerator) {
      if Bool.random(using: &random) {
        let live = LiveTable(rows: RandomMomentTests.rows)
        bases.append(.table(live))
        nodes.append(Node(source: live, description: "table \(index)") { $0.tables[index] })
      } else {
        let tree = LiveTree(Tree(RandomMomentTests.rows) { _ in nil })
        bases.append(.tree(tree))
        nodes.append(Node(source: tree.depthFirst, description: "tree \(index)") { $0.tables[index] })
        nodes.append(
          Node(source: tree.outline().map { $0.value }, description: "outline \(index)") { $0.tables[index] })
      }
    }

    private func addNode(_ random: inout SeededGenerator) {
      let (i, j) = (Int.random(in: 0..<nodes.count, using: &random), Int.random(in: 0..<nodes.count, using: &random))
      let (one, other) = (nodes[i], nodes[j])
      func add(
        _ name: String, _ source: any TableSource<OneSection, Item>, _ compute: @escaping @Sendable (Moment) -> [Item]
      ) {
        nodes.append(Node(source: source, description: "\(name) \(i) \(j)", compute: compute))
      }
      let (first, second) = (one.compute, other.compute)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: add("filter", one.source.filter { $0.id % 2 == 0 }) { first($0).filter { $0.id % 2 == 0 } }
      case 1:
        add("filter by value", one.source.filter(isIncluded)) {
          first($0).filter(RandomMomentTests.isIncluded($0.values[0]))
        }
      case 2:
        add("map by value", one.source.map(transform) { $0 }) {
          first($0).map(RandomMomentTests.transform($0.values[1]))
        }
      case 3: add("sort", one.source.sorted { $0.text < $1.text }) { first($0).sorted { $0.text < $1.text } }
      case 4: add("map", one.source.map { Item($0.id, $0.text + "m") }) { first($0).map { Item($0.id, $0.text + "m") } }
      case 5:
        add(
          "async map",
          one.source.map(atMost: 2, placeholder: { Item($0.id, $0.text + "a") }) {
            Item($0.id, $0.text + "a")
          }
        ) { first($0).map { Item($0.id, $0.text + "a") } }
      case 6: add("waiting edits", OptimisticTable(one.source), first)
      case 7:
        let segments = TableSegments<OneSection, Item>()
        segments.add("one", one.source)
        finish.append { segments.finish() }
        add("segments", segments, first)
      case 8:
        let joined = JoinedTables<OneSection, Item>()
        joined.add(one.source.filter { $0.id % 2 == 0 })
        joined.add(other.source.filter { $0.id % 2 == 1 })
        finish.append { joined.finish() }
        add("one below the other", joined.flattened()) { moment in
          first(moment).filter { $0.id % 2 == 0 } + second(moment).filter { $0.id % 2 == 1 }
        }
      case 9:
        add(
          "join",
          one.source.joined(with: other.source, by: { $0.id }, and: { $0.id }).map {
            Item($0.left?.id ?? -1, "\($0.left?.text ?? "")j\($0.right?.text ?? "")")
          }
        ) { moment in
          let partners = second(moment)
          return first(moment).compactMap { row in
            partners.first { $0.id == row.id }.map { Item(row.id, "\(row.text)j\($0.text)") }
          }
        }
      default:
        add("merge", one.source.merged(with: other.source) { Item($0.id, "\($0.text)|\($1.text)") }) { moment in
          let (rows, others) = (first(moment), second(moment))
          return rows.map { row in
            others.first { $0.id == row.id }.map { Item(row.id, "\(row.text)|\($0.text)") } ?? row
          } + others.filter { other in !rows.contains { $0.id == other.id } }
        }
      }
    }
  }

  private nonisolated static func key(_ rows: some Sequence<Item>) -> String {
    rows.map { "\($0.id):\($0.text)" }.joined(separator: " ")
  }

  /// Returns all tables that can result from one revision of each source and value.
  private func possible(
    _ node: Node, _ histories: [[Int: [Item]]], _ values: [Int]
  ) -> (all: Set<String>, last: String) {
    var moments = [Moment(tables: [], values: [])]
    for history in histories {
      moments = moments.flatMap { moment in
        history.values.map { Moment(tables: moment.tables + [$0], values: []) }
      }
    }
    for most in values {
      moments = moments.flatMap { moment in
        (0...most).map { Moment(tables: moment.tables, values: moment.values + [$0]) }
      }
    }
    let newest = histories.compactMap { history in history.max { $0.key < $1.key }?.value }
    return (
      Set(moments.map { Self.key(node.compute($0)) }), Self.key(node.compute(Moment(tables: newest, values: values)))
    )
  }

  private func run(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let graph = Graph(&random)
    let watched = graph.nodes.suffix(2) + [graph.nodes[graph.nodes.count / 2]]
    let histories = graph.bases.map { _ in History<[Item]>([0: Self.rows]) }
    let seen = watched.map { _ in Guarded<[String]>([]) }
    let isOver = Guarded(false)
    await withThrowingTaskGroup(of: Void.self) { tasks in
      for (node, seen) in zip(watched, seen) {
        let source = node.source
        tasks.addTask {
          for await table in source.tables { seen.with { $0.append(Self.key(table)) } }
        }
        tasks.addTask {
          while !isOver.now {
            let table = await source.current
            seen.with { $0.append(Self.key(table)) }
            await Task.yield()
          }
        }
      }
      await withThrowingTaskGroup(of: Void.self) { edits in
        for (base, history) in zip(graph.bases, histories) {
          for task in 0..<2 {
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(task))
            edits.addTask {
              for _ in 0..<3 {
                try await base.change(&random, history)
                for _ in 0..<Int.random(in: 0..<3, using: &random) { await Task.yield() }
              }
            }
          }
        }
        edits.addTask {
          for value in 1...2 {
            await graph.isIncluded.set(Self.isIncluded(value))
            await Task.yield()
            await graph.transform.set(Self.transform(value))
          }
        }
      }
      for base in graph.bases { await base.finish() }
      for finish in graph.finish { finish() }
      isOver.with { $0 = true }
    }
    for (node, seen) in zip(watched, seen) {
      let (all, last) = possible(node, histories.map(\.now), [2, 2])
      let wrong = Set(seen.now).subtracting(all)
      let words = graph.nodes.map(\.description)
      #expect(wrong.isEmpty, "seed \(seed), \(node.description) of \(words)")
      #expect(await Self.key(node.source.current) == last, "seed \(seed), \(node.description) of \(words)")
    }
  }

  @Test("70: readers see tables made of one revision of each source and value")
  func graphs() async throws {
    let environment = ProcessInfo.processInfo.environment
    let isLong = environment["CI_LONG"] != nil || environment["LIVETABLES_WIDER"] != nil
    let first = environment["LIVETABLES_SEED"].flatMap { UInt64($0) } ?? 0
    for seed in first..<first + (isLong ? 3_000 : 100) { try await run(seed: seed) }
  }
}
