/// A value that operators follow: what is searched for, how rows are sorted.
///
/// ```swift
/// let query = LiveValue("")
/// view.bind(inbox.searching(query) { $0.subject })
/// await query.set("swift")
/// ```
///
/// A table that is derived by it changes by one changeset when it is set.
public actor LiveValue<Value: Sendable> {
  struct Reading: Sendable {
    let value: Value
    let revision: Int
  }

  private nonisolated let lane: any Actor
  private var reading: Reading
  private var bells = Doorbells()

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Creates a live value.
  public init(_ value: Value) {
    lane = StoreLane.current ?? StoreLane.Own()
    reading = Reading(value: value, revision: 0)
  }

  /// The value as it is now.
  public var value: Value { reading.value }

  /// Sets the value.
  public func set(_ value: Value) {
    reading = Reading(value: value, revision: reading.revision + 1)
    bells.ring()
  }

  func read() -> Reading { reading }

  func listen(_ ring: Ring) { bells.add(ring) }
}
