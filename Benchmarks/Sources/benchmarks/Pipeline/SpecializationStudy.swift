import Foundation
import LiveTables

/// Checks that the diff is specialized for this module's rows, however it is called.
///
/// The study calls it directly, through a new store, and through `withStore`, `bind` and `display`. Unspecialized
/// generic code costs several times as much.
@MainActor enum SpecializationStudy {
  private nonisolated static let updates = 20
  private nonisolated static let rounds = 7
  private nonisolated static let count = 100_000

  static func findings() async throws -> [Finding] {
    let test = PipelineCase<IntRow>(count: count)
    var times: [String: [Double]] = [:]
    for _ in 0..<rounds {
      times["direct call", default: []].append(
        try await time { number in
          let (new, old) = (test.tables[number % 2], test.tables[(number + 1) % 2])
          precondition(!new.difference(from: old).stages.map(\.target.count).isEmpty)
        })
      times["not compiled for the rows", default: []].append(
        try await time { number in
          let (new, old) = (test.tables[number % 2], test.tables[(number + 1) % 2])
          precondition(generic(new, old) > 0)
        })
      try await stores(test, &times)
      try await streams(test, &times)
    }
    let direct = Race.median(times["direct call"] ?? [])
    return ["direct call", "TableStore.init", "withStore", "bind", "display", "not compiled for the rows"].map { name in
      let time = Race.median(times[name] ?? [])
      let finding = Finding(
        what: "processor per update, \(name): \(Format.grouped(count)) rows, 1 % edits, fresh",
        value: "\(Format.short(time)) ms, \(Format.short(time / direct))× of the direct call")
      if name == "direct call" || name.hasPrefix("not") { return finding }
      return Finding(what: finding.what, value: finding.value, target: ("at most 2×", time <= 2 * direct))
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private nonisolated static func generic<Row: BenchmarkRow>(
    _ new: TableSnapshot<OneSection, Row>, _ old: TableSnapshot<OneSection, Row>
  ) -> Int {
    new.difference(from: old).stages.reduce(0) { $0 + $1.target.count }
  }

  private static func stores(_ test: PipelineCase<IntRow>, _ times: inout [String: [Double]]) async throws {
    let view = HeadlessView<IntRow>()
    let own = TableStore<OneSection, IntRow>()
    let binding = view.bind(own)
    try await own.submit(test.tables[1])
    times["TableStore.init", default: []].append(
      try await time { try await own.submit(test.tables[$0 % 2]) })
    binding.cancel()
    precondition(view.batches > updates, "the view was not shown what it was given")
    let other = HeadlessView<IntRow>()
    let spent = try await other.withStore { store in
      try await store.submit(test.tables[1])
      return try await time { try await store.submit(test.tables[$0 % 2]) }
    }
    times["withStore", default: []].append(spent)
    precondition(other.batches > updates, "the view was not shown what it was given")
  }

  private static func streams(_ test: PipelineCase<IntRow>, _ times: inout [String: [Double]]) async throws {
    let bound = HeadlessView<IntRow>()
    let (stream, tables) = Doorkeeper.make(for: bound, test)
    let binding = bound.bind(stream)
    await tables.show(1)
    times["bind", default: []].append(try await time { await tables.show($0 % 2) })
    tables.finish()
    try await binding.finished
    precondition(bound.batches > updates, "the view was not shown what it was given")
    let displayed = HeadlessView<IntRow>()
    let (other, more) = Doorkeeper.make(for: displayed, test)
    let spent = Task {
      await more.show(1)
      let spent = try await time { await more.show($0 % 2) }
      more.finish()
      return spent
    }
    try await displayed.display(other)
    times["display", default: []].append(try await spent.value)
  }

  /// Returns the process's processor time per update in milliseconds, driven from off the main actor.
  private static func time(_ update: @escaping @Sendable (_ number: Int) async throws -> Void) async throws -> Double {
    try await Task.detached {
      let start = Stopwatch.milliseconds(CLOCK_PROCESS_CPUTIME_ID)
      for number in 0..<updates { try await update(number) }
      return (Stopwatch.milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start) / Double(updates)
    }.value
  }
}
