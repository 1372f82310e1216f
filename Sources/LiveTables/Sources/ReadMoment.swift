/// One reading of several sources, in which each source is read once.
///
/// A table that is made of several inputs opens a moment and reads all of them in it. Every source on the way remembers
/// in the moment what it answered first, and answers that again if another path leads to it. So the inputs are derived
/// from one state of each source, also if somebody edits a source between two reads. A table with one input opens none.
///
/// A node that has caught up with a newer state than the moment has, because another reader came first, cannot go back.
/// It marks the moment as stale and returns what it derived last. The opener then starts over with a new moment. In a
/// stale moment, no table with several inputs catches up, because its inputs may not belong together. A source that still
/// has an older state than a node has seen goes back, against its contract; it is passed over.
///
/// The moment is a task-local value. Unstructured tasks that are started during a reading inherit it, and find it closed
/// once the reading is over.
package final class ReadMoment: Sendable {
  @TaskLocal private static var innermost: ReadMoment?

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let kind: ObjectIdentifier
  }

  /// What a node has seen that is newer than what it reads.
  private struct Gap: Hashable {
    let node: ObjectIdentifier
    let seen: Int
  }

  private struct Contents {
    var remembered: [Key: (value: any Sendable, source: any Sendable)] = [:]
    var isStale = false
    var gaps: Set<Gap> = []
    var isClosed = false
  }

  private let contents = Locked(Contents())
  private let ignoresGaps: Bool

  private init(ignoresGaps: Bool) { self.ignoresGaps = ignoresGaps }

  /// The moment in which the task reads; `nil` if it reads one source alone.
  package static var current: ReadMoment? {
    guard let innermost, !innermost.contents.with({ $0.isClosed }) else { return nil }
    return innermost
  }

  /// Reads several sources at one moment: in the open one, or in one that this call opens.
  ///
  /// - Parameter body: Reads the sources, and changes nothing if the moment is stale afterwards. It is called again, in
  ///   another moment, as long as the one that this call has opened is stale and the task is not cancelled.
  /// - Returns: What `body` returned last.
  package static func open<Result>(_ body: (ReadMoment) async -> Result) async -> Result {
    if let current { return await body(current) }
    var gaps: Set<Gap> = []
    var repeats = 0
    while true {
      // After a gap, what is read is as new as what the node had seen. The two sides of a join may have equal gaps.
      let moment = ReadMoment(ignoresGaps: repeats == 2)
      let result = await $innermost.withValue(moment) { await body(moment) }
      let end = moment.close()
      if !end.isStale || Task.isCancelled { return result }
      repeats = end.gaps.isEmpty || end.gaps != gaps ? 0 : repeats + 1
      gaps = end.gaps
    }
  }

  /// Runs a closure that starts tasks which outlive the reading, so that they are no part of it.
  package static func leave<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $innermost.withValue(nil, operation: body)
  }

  /// What a source answers: in a moment what it answered there first, else the newest.
  ///
  /// - Parameters:
  ///   - source: The source, which is kept until the moment is over.
  ///   - newest: The source's newest state; called at once.
  package static func state<State: Sendable>(of source: some AnyObject & Sendable, _ newest: () -> State) -> State {
    current?.shared(by: source, newest) ?? newest()
  }

  /// What all readers of the moment share that concerns one object: a transaction of a database, a position in a log.
  ///
  /// - Parameters:
  ///   - object: The object, which is kept until the moment is over.
  ///   - create: Creates the value, unless the moment has one of its type for the object.
  package func shared<Value: Sendable>(by object: some AnyObject & Sendable, _ create: () -> Value) -> Value {
    let key = ObjectIdentifier(object)
    return remembered(key) ?? remember(create(), of: key, keeping: object)
  }

  /// Whether nothing that is read in this moment may be shown.
  package var isStale: Bool { contents.with { $0.isStale } }

  /// Has the opener start over: a reader has got ahead of this moment, or its sources do not belong together.
  package func markStale() { contents.with { $0.isStale = true } }

  fileprivate func remembered<Value: Sendable>(_ source: ObjectIdentifier) -> Value? {
    let key = Key(source: source, kind: ObjectIdentifier(Value.self))
    return contents.with { $0.remembered[key] }?.value as? Value
  }

  /// - Returns: What was remembered first, if another task of the reading has come first.
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

  private func close() -> (isStale: Bool, gaps: Set<Gap>) {
    contents.with { contents in
      contents.remembered = [:]
      contents.isClosed = true
      return (contents.isStale, contents.gaps)
    }
  }
}

extension TableSource {
  /// The state for a table that is made of this source: in a moment, the one that was read there first.
  ///
  /// What belongs to the package reads its sources by this, so that it holds for custom classes and actors, too. A
  /// structure has no identity; it is asked each time, and answers by what it is made of.
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
  /// Marks the moment as stale if a node has seen a newer state of its source than this one, which it has read now.
  ///
  /// - Parameters:
  ///   - seen: The state with which the node has caught up.
  ///   - node: The node.
  package func checkMoment(against seen: SourceState?, by node: AnyObject) {
    guard let seen, version < seen.version else { return }
    ReadMoment.current?.markStale(by: ObjectIdentifier(node), having: seen.version)
  }
}
