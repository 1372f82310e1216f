import Foundation
import LiveTables

/// The past states of a table, up to a limit.
///
/// States are stored in groups. The first state of a group is complete, and each later state contains its differences
/// from the previous state. Reading any state takes at most the time for one group.
struct History: Sendable {
  struct Limit: Equatable, Sendable {
    /// The maximum number of bytes.
    var bytes = Limits.history
    /// The maximum age in seconds.
    var age = Double.infinity
  }

  private struct State {
    var line: [UInt8]
    /// Whether the line is a complete state.
    var isWhole: Bool
    var time: Double
    /// The hashes of the rows that were changed, inserted or deleted.
    var changed: [UInt32]

    /// The memory in bytes, including the headers of both arrays.
    var byteCount: Int { line.count + 4 * changed.count + 112 }
  }

  private let limit: Limit
  private var states: [State] = []
  private var encoder = StateEncoder()
  private var newest: FedTable?
  /// The number of dropped states.
  private var dropped = 0
  /// The memory of the states in bytes.
  private(set) var byteCount = 0

  init(_ limit: Limit = Limit()) { self.limit = limit }

  /// The numbers of the stored states, which do not change while the states are stored.
  var numbers: Range<Int> { dropped..<dropped + states.count }

  /// Adds the newest state.
  ///
  /// - Returns: The line of the state, for a recording, or `nil` if nothing has changed.
  mutating func append(_ table: FedTable, at time: Double) -> String? {
    if let newest, newest.columns == table.columns, newest.table.count == table.table.count,
      zip(newest.table, table.table).allSatisfy({ $0 == $1 })
    {
      return nil
    }
    newest = table
    let isWhole = !states.suffix(Limits.statesInGroup - 1).contains(where: \.isWhole)
    let line = encoder.line(table, at: time, isWhole: isWhole)
    let state = State(
      line: Array(line.utf8), isWhole: isWhole, time: time, changed: encoder.changed.map(Self.hash))
    states.append(state)
    byteCount += state.byteCount
    drop(now: time)
    return line
  }

  /// Drops the oldest groups of states, as long as the states exceed the limit on size or age.
  private mutating func drop(now: Double) {
    while let next = states.dropFirst().firstIndex(where: \.isWhole),
      byteCount > limit.bytes || states[next - 1].time < now - limit.age
    {
      byteCount -= states[..<next].reduce(0) { $0 + $1.byteCount }
      dropped += next
      states.removeFirst(next)
    }
  }

  /// Returns a state, or `nil` if it is not stored.
  func state(_ number: Int) -> FedTable? {
    let place = number - dropped
    guard states.indices.contains(place) else { return nil }
    var decoder = StateDecoder()
    for state in states[start(of: place)...place] where !decoder.read(state.line[...]) { return nil }
    return decoder.table
  }

  /// The index of the complete state from which a state is read.
  private func start(of place: Int) -> Int { states[...place].lastIndex(where: \.isWhole) ?? 0 }

  /// Returns the number of the newest state that is not later than a time.
  func number(at time: Double) -> Int? { states.lastIndex { $0.time <= time }.map { dropped + $0 } }

  struct Moment: Sendable {
    /// The number of the state in which this version first occurs.
    var number: Int
    var time: Double
    /// The row, or `nil` if the row did not exist.
    var row: Record?
  }

  /// Returns the number of the nearest earlier or later state that changed, inserted or deleted a row.
  ///
  /// - Complexity: O(*c*) in the number of changes between the two; no state is read.
  func change(of identity: ExactText, from number: Int, isForward: Bool) -> Int? {
    let (hash, place) = (Self.hash(identity), number - dropped)
    let found =
      isForward
      ? states.indices.dropFirst(max(0, place + 1)).first { states[$0].changed.contains(hash) }
      : states.indices.prefix(max(0, place)).last { states[$0].changed.contains(hash) }
    return found.map { dropped + $0 }
  }

  /// Returns the newest versions of a row before a state, in chronological order.
  ///
  /// - Complexity: O(*g*) in the bytes of one group of states, and O(*c*) in the number of changes since.
  /// - Returns: The versions, and the number of the state before which there may be more, or `nil` if there are none.
  func moments(of identity: ExactText, before number: Int) -> (moments: [Moment], next: Int)? {
    let hash = Self.hash(identity)
    var end = min(number - dropped, states.count)
    while end > 0 {
      let start = start(of: end - 1)
      defer { end = start }
      // The versions before the oldest state are unknown, so it counts as a change.
      let isChanged = { (place: Int) in place == 0 || states[place].changed.contains(hash) }
      guard (start..<end).contains(where: isChanged) else { continue }
      var moments: [Moment] = []
      var decoder = StateDecoder()
      for place in start..<end {
        guard decoder.read(states[place].line[...]) else { break }
        let row = isChanged(place) ? decoder.rows.first { $0.identity == identity } : nil
        if row == nil, place == 0 || !isChanged(place) { continue }
        moments.append(Moment(number: dropped + place, time: decoder.time, row: row))
      }
      return (moments, dropped + start)
    }
    return nil
  }

  private static func hash(_ identity: ExactText) -> UInt32 { UInt32(truncatingIfNeeded: identity.hashValue) }
}

/// Stores the history of a table, and records it in a file, off the main actor.
actor HistoryKeeper {
  private var history: History
  private let recording: Recording?
  /// A state that is not stored yet because it followed too soon after the previous state.
  private var pending: FedTable?
  private var lastTime = -Double.infinity
  /// The task that stores the pending state if no other state follows.
  private(set) var due: Task<Void, Never>?
  /// The error of a failed write to the recording, until the error is thrown.
  private var failure: SystemError?
  /// The minimum time between two stored states, in seconds.
  private let interval: Double

  static let problem = "the recording could not be written"

  /// - Throws: An error if the file cannot be written.
  init(
    _ limit: History.Limit = History.Limit(), recordingTo path: String? = nil, source: String = "",
    interval: Double = 0.1
  ) throws(InputError) {
    history = History(limit)
    self.interval = interval
    guard let path else {
      recording = nil
      return
    }
    do {
      recording = try Recording(path, source: source)
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(source: path, problem: "it could not be written (\(error))", remedy: "check the path")
    }
  }

  deinit { due?.cancel() }

  /// Adds the newest state, which replaces a pending state within the same interval.
  ///
  /// - Throws: An error if the recording cannot be written, or could not be written since the previous call.
  func append(_ table: FedTable) throws(SystemError) {
    let time = table.time ?? Date().timeIntervalSince1970
    pending = table
    pending?.time = time
    if abs(time - lastTime) >= interval { return try flush() }
    if due != nil { return }
    due = Task { [weak self, interval] in
      guard (try? await Task.sleep(for: .seconds(interval))) != nil else { return }
      await self?.keepPending()
    }
  }

  /// Stores the pending state.
  ///
  /// - Throws: An error if the recording cannot be written, or could not be written since the previous call.
  func flush() throws(SystemError) {
    keepPending()
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  private func keepPending() {
    due?.cancel()
    due = nil
    guard let table = pending, let time = table.time else { return }
    pending = nil
    lastTime = time
    do {
      if let line = history.append(table, at: time) { try recording?.append(line) }
    } catch {
      failure = error
    }
  }

  /// Reads the history, including the pending state.
  func read<Value: Sendable>(_ body: @Sendable (History) -> Value) -> Value {
    keepPending()
    return body(history)
  }
}

/// A file to which states are appended.
private final class Recording: Sendable {
  private let file: Int32

  /// Opens a recording, and ends an incomplete line at its end.
  ///
  /// - Throws: ``InputError`` if the file is not a recording, or ``SystemError`` if it cannot be written.
  init(_ path: String, source: String) throws {
    file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemError.last }
    let size = lseek(file, 0, SEEK_END)
    let mark = Array(StateEncoder.mark.utf8)
    var start = [UInt8](repeating: 0, count: mark.count)
    if size > 0, pread(file, &start, start.count, 0) != start.count || start != mark {
      throw InputError(
        source: path, problem: "it is not a recording, so nothing is appended to it",
        remedy: "name another file with --record")
    }
    var last: UInt8 = .lineFeed
    if size > 0 { _ = pread(file, &last, 1, size - 1) }
    if last != .lineFeed { try append("\n") }
    var first = StateEncoder.mark + ",\"source\":"
    first.appendJSONString(source)
    try append(first + "}\n")
  }

  deinit { if file >= 0 { _ = close(file) } }

  func append(_ text: String) throws(SystemError) { try FileDescriptor.write(Array(text.utf8), to: file) }
}
