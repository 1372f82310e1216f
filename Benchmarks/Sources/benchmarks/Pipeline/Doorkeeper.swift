import LiveTables

/// Feeds tables to a stream, each after the previous one is on screen.
@MainActor final class Doorkeeper {
  private let test: PipelineCase<IntRow>
  private let continuation: AsyncStream<TableSnapshot<OneSection, IntRow>>.Continuation
  private let view: HeadlessView<IntRow>
  /// The number of batches that lead to each table from the other one.
  private let batches: [Int]
  private var batchesLeft = 0
  private var waiter: CheckedContinuation<Void, Never>?

  static func make(
    for view: HeadlessView<IntRow>, _ test: PipelineCase<IntRow>
  ) -> (AsyncStream<TableSnapshot<OneSection, IntRow>>, Doorkeeper) {
    let (stream, continuation) = AsyncStream.makeStream(of: TableSnapshot<OneSection, IntRow>.self)
    return (stream, Doorkeeper(view, test, continuation))
  }

  private init(
    _ view: HeadlessView<IntRow>, _ test: PipelineCase<IntRow>,
    _ continuation: AsyncStream<TableSnapshot<OneSection, IntRow>>.Continuation
  ) {
    self.view = view
    self.test = test
    self.continuation = continuation
    batches = [0, 1].map { test.tables[$0].difference(from: test.tables[1 - $0]).stages.count }
    view.onShown = { [unowned self] in batchIsShown() }
  }

  /// Yields one of the two tables and returns when it is on screen; callers alternate between them.
  func show(_ number: Int) async {
    batchesLeft = view.link.table.isEmpty ? 1 : batches[number]
    await withCheckedContinuation {
      waiter = $0
      continuation.yield(test.tables[number])
    }
  }

  func finish() { continuation.finish() }

  private func batchIsShown() {
    if view.link.table.isEmpty { return }
    batchesLeft -= 1
    if batchesLeft > 0 { return }
    waiter?.resume()
    waiter = nil
  }
}
