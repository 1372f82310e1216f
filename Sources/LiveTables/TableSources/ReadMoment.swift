/// A consistent read of several sources, in which each source is read once.
///
/// A table with several inputs opens such a moment to read all of its inputs. Each source stores its first state in the
/// moment, and returns the same state if it is read again. Therefore, the inputs are derived from a single state of
/// each source, even if a source is edited between two reads.
///
/// If another reader has already updated a node to a newer state than the moment's, the node cannot return to the earlier
/// state. The node marks the moment as stale and returns its last table, and the code that opened the moment starts again
/// with a new one. In a stale moment, tables with several inputs are not updated, because their inputs may not match. A
/// source whose state is still older than the state a node has seen violates its contract, and is ignored.
///
/// Unstructured tasks that are started during a read inherit the moment, but the moment is closed when the read ends.
package final class ReadMoment: Sendable {
  @TaskLocal private static var innermost: ReadMoment?

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let kind: ObjectIdentifier
  }

  /// A table that has seen a newer state of a source than the one that it reads in the moment.
  private struct Gap: Hashable {
    let node: ObjectIdentifier
    let seen: Int
  }

  private struct Contents {
    var remembered: [Key: (value: any Sendable, source: any Sendable)] = [:]
    var isStale = false
    var hasFailed = false
    var gaps: Set<Gap> = []
    var isClosed = false
  }

  private let contents = Locked(Contents())
  private let ignoresGaps: Bool

  private init(ignoresGaps: Bool) { self.ignoresGaps = ignoresGaps }

  /// The moment of the current task, or `nil` if the task reads a single source.
  package static var current: ReadMoment? {
    guard let innermost, !innermost.contents.with({ $0.isClosed }) else { return nil }
    return innermost
  }

  /// Reads several sources in the current moment, or in a new moment.
  ///
  /// - Parameter body: A closure that reads the sources. If it makes the moment stale, it must not change anything; it is
  ///   then called again with a new moment, unless the task is cancelled.
  package static func open<Result>(_ body: (ReadMoment) async -> Result) async -> Result {
    if let current { return await body(current) }
    var gaps: Set<Gap> = []
    var repeats = 0
    while true {
      // After a gap, reads are at least as new as the state the node had seen. Both sides of a join may have equal
      // gaps.
      let moment = ReadMoment(ignoresGaps: repeats == 2)
      let result = await $innermost.withValue(moment) { await body(moment) }
      let end = moment.close()
      if !end.isStale || end.hasFailed || Task.isCancelled { return result }
      repeats = end.gaps.isEmpty || end.gaps != gaps ? 0 : repeats + 1
      gaps = end.gaps
    }
  }

  /// Runs a closure whose unstructured tasks do not inherit the current moment.
  package static func leave<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $innermost.withValue(nil, operation: body)
  }

  /// Returns the first state that was read from a source in the current moment, or the source's newest state.
  package static func state<State: Sendable>(of source: some AnyObject & Sendable, _ newest: () -> State) -> State {
    current?.shared(by: source, newest) ?? newest()
  }

  /// Returns a value that all readers in the moment share for an object, such as a database transaction.
  ///
  /// The object is kept alive until the moment is closed.
  package func shared<Value: Sendable>(by object: some AnyObject & Sendable, _ create: () -> Value) -> Value {
    let key = ObjectIdentifier(object)
    return remembered(key) ?? remember(create(), of: key, keeping: object)
  }

  package var isStale: Bool { contents.with { $0.isStale } }

  /// Marks the moment as stale because a reader has seen a newer state or the sources do not match.
  package func markStale() { contents.with { $0.isStale = true } }

  /// Marks the moment as stale because a source cannot be read now.
  ///
  /// The sources are not read again in a new moment.
  package func markFailed() { contents.with { ($0.isStale, $0.hasFailed) = (true, true) } }

  fileprivate func remembered<Value: Sendable>(_ source: ObjectIdentifier) -> Value? {
    let key = Key(source: source, kind: ObjectIdentifier(Value.self))
    return contents.with { $0.remembered[key] }?.value as? Value
  }

  /// - Returns: The value that another task of the same read stored first, or `nil` if there is none.
  fileprivate func remember<Value: Sendable>(
    _ value: Value, of source: ObjectIdentifier, keeping object: some Sendable
  ) -> Value {
    let key = Key(source: source, kind: ObjectIdentifier(Value.self))
    let first = contents.with { contents in
      if let first = contents.remembered[key] { return first.value }
      if !contents.isClosed { contents.remembered[key] = (value, object) }
      return value
    }
    return first as? Value ?? value
  }

  fileprivate func markStale(by node: ObjectIdentifier, having seen: Int) {
    if ignoresGaps { return }
    contents.with { contents in
      contents.isStale = true
      contents.gaps.insert(Gap(node: node, seen: seen))
    }
  }

  private func close() -> Contents {
    contents.with { contents in
      contents.remembered = [:]
      contents.isClosed = true
      return contents
    }
  }
}

extension TableSource {
  /// The first state of the source that was read in the current moment, or its newest state.
  ///
  /// All types in this package read their sources through this property, so custom sources need no additional code. A
  /// structure has no identity, so its state is read each time.
  package var read: SourceState<Section, Row> {
    get async {
      guard let moment = ReadMoment.current, type(of: self) is AnyClass else { return await state }
      let key = ObjectIdentifier(self as AnyObject)
      if let found: SourceState<Section, Row> = moment.remembered(key) { return found }
      return moment.remember(await state, of: key, keeping: self)
    }
  }
}

extension SourceState {
  /// Marks the moment as stale if a table has already seen a newer state of its source than this state.
  package func checkMoment(against seen: SourceState?, by node: AnyObject) {
    guard let seen, version < seen.version else { return }
    ReadMoment.current?.markStale(by: ObjectIdentifier(node), having: seen.version)
  }
}
