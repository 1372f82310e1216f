import LiveTables
import Observation

/// Compares the cost of observing rows one by one with that of an observable array, if 1 % of the rows change.
@MainActor enum ObservationStudy {
  private nonisolated static let updates = 20
  private static let rounds = 7
  private static let visible = 50

  static func findings() async throws -> [Finding] {
    let count = 100_000
    let first = (0..<count).map { IntRow(number: $0, revision: 0) }
    let second = first.enumerated().map { $0.offset % 100 == 7 ? $0.element.revised() : $0.element }
    let tables = [TableSnapshot(rows: first), TableSnapshot(rows: second)]

    let rows = TableRows<OneSection, IntRow>()
    let store = rows.show(tables[0]).store
    let model = Model(first)
    let (one, all) = (Screen(), Screen())
    for place in 0..<visible {
      one.read { _ = rows.all[place].text }
      all.read { _ = model.rows[place].text }
    }
    var busy: [[Double]] = [[], []]
    for _ in 0..<rounds {
      busy[0].append(try await time { try await store.submit(tables[($0 + 1) % 2]) })
      busy[1].append(
        try await time { number in await MainActor.run { model.rows = number % 2 == 0 ? second : first } })
    }
    let (subject, array) = (Race.median(busy[0]), Race.median(busy[1]))
    let runs = Double(updates * rounds)
    let name = "\(Format.grouped(count)) rows, 1 % changed, \(visible) on the screen"
    return [
      Finding(
        what: "main actor per update, observed: \(name)",
        value: "\(Format.short(subject)) ms, an observable array \(Format.short(array)) ms"),
      Finding(
        what: "rows drawn again per update: \(name)",
        value:
          "\(Format.short(Double(one.reads) / runs)), an observable array \(Format.short(Double(all.reads) / runs))",
        target: ("those that changed", one.reads == updates * rounds)),
    ]
  }

  @Observable @MainActor final class Model {
    var rows: [IntRow]

    init(_ rows: [IntRow]) { self.rows = rows }
  }

  /// A screen whose readers read again when they are notified, as if it redrew.
  @MainActor final class Screen {
    private(set) var reads = -ObservationStudy.visible

    func read(_ body: @escaping @MainActor @Sendable () -> Void) {
      reads += 1
      withObservationTracking(body) {
        Task { @MainActor in self.read(body) }
      }
    }
  }

  private static func time(_ update: @escaping @Sendable (Int) async throws -> Void) async throws -> Double {
    let start = MainLoop.processorTime
    try await Task.detached { for number in 0..<updates { try await update(number) } }.value
    return (MainLoop.processorTime - start) / Double(updates)
  }
}
