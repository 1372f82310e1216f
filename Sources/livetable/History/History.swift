import Foundation
import LiveTables

/// The past states of a table, up to a limit.
///
/// States are stored in groups: the first state of a group is complete, and each of the others contains the differences
/// from the one before. So a state uses memory only for its changes, and reading any state takes at most the time for
/// one group.
struct History: Sendable {
  /// The limit of a history.
  struct Limit: Equatable, Sendable {
    /// The maximum number of bytes.
    var bytes = Limits.history
    /// The maximum age in seconds.
    var age = Double.infinity
  }

  private struct Group {
    /// The lines of the states.
    var bytes: [UInt8] = []
    /// The end of each line.
    var ends: [Int] = []
    /// The time of each state.
    var times: [Double] = []
    /// The hashes of the rows that each state changed, inserted or deleted.
    var changed: [UInt32] = []
    /// The end of each state's part of ``changed``.
    var changedEnds: [Int] = []

    var byteCount: Int { bytes.count + 24 * ends.count + 4 * changed.count }

    /// Whether a state changed a row, according to the hash.
    func changes(_ hash: UInt32, at line: Int) -> Bool {
      changed[(line == 0 ? 0 : changedEnds[line - 1])..<changedEnds[line]].contains(hash)
    }
  }

  private let limit: Limit
  private var groups: [Group] = []
  private var encoder = StateEncoder()
  private var newest: FedTable?
  /// The number of states that were dropped.
  private var dropped = 0

  init(_ limit: Limit = Limit()) { self.limit = limit }

  /// The numbers of the stored states, which stay the same while a state is stored.
  var numbers: Range<Int> { dropped..<(dropped + groups.reduce(0) { $0 + $1.ends.count }) }

  /// The memory of the states in bytes.
  var byteCount: Int { groups.reduce(0) { $0 + $1.byteCount } }

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
    let isWhole = (groups.last?.ends.count ?? .max) >= Limits.statesInGroup
    let line = encoder.line(table, at: time, isWhole: isWhole)
    if isWhole { groups.append(Group()) }
    groups[groups.count - 1].bytes += line.utf8
    groups[groups.count - 1].ends.append(groups[groups.count - 1].bytes.count)
    groups[groups.count - 1].times.append(time)
    groups[groups.count - 1].changed += encoder.changed.map(Self.hash)
    groups[groups.count - 1].changedEnds.append(groups[groups.count - 1].changed.count)
    drop(now: time)
    return line
  }

  private mutating func drop(now: Double) {
    while groups.count > 1, byteCount > limit.bytes || (groups[0].times.last ?? now) < now - limit.age {
      dropped += groups[0].ends.count
      groups.removeFirst()
    }
  }

  /// Returns a state, or `nil` if it is not stored.
  func state(_ number: Int) -> FedTable? {
    guard let place = place(of: number) else { return nil }
    let group = groups[place.group]
    var decoder = StateDecoder()
    for line in 0...place.line {
      guard decoder.read(group.bytes[(line == 0 ? 0 : group.ends[line - 1])..<group.ends[line]]) else { return nil }
    }
    return decoder.table
  }

  /// The newest state that is not newer than a time.
  func number(at time: Double) -> Int? {
    var number = dropped
    var found: Int?
    for group in groups {
      for then in group.times {
        if then <= time { found = number }
        number += 1
      }
    }
    return found
  }

  private func place(of number: Int) -> (group: Int, line: Int)? {
    var line = number - dropped
    guard line >= 0 else { return nil }
    for (index, group) in groups.enumerated() {
      if line < group.ends.count { return (index, line) }
      line -= group.ends.count
    }
    return nil
  }

  /// A version of a row.
  struct Moment: Sendable {
    /// The number of the state in which it first occurs.
    var number: Int
    /// The time of that state, in seconds since 1970.
    var time: Double
    /// The row, or `nil` if it did not exist.
    var row: Record?
  }

  /// The nearest earlier or later state that changed, inserted or deleted a row.
  ///
  /// - Complexity: O(*c*) in the number of changes between the two; no state is read.
  func change(of identity: ExactText, from number: Int, isForward: Bool) -> Int? {
    let hash = Self.hash(identity)
    var first = isForward ? dropped : numbers.upperBound
    for group in isForward ? groups : groups.reversed() {
      if !isForward { first -= group.ends.count }
      defer { if isForward { first += group.ends.count } }
      guard isForward ? first + group.ends.count > number : first < number, group.changed.contains(hash) else {
        continue
      }
      let lines = group.ends.indices.filter { line in
        (isForward ? first + line > number : first + line < number) && group.changes(hash, at: line)
      }
      if let line = isForward ? lines.first : lines.last { return first + line }
    }
    return nil
  }

  /// Some earlier versions of a row: the newest ones before a state, in chronological order.
  ///
  /// - Complexity: O(*g*) in the bytes of one group of states, and O(*c*) in the number of changes since.
  /// - Returns: The versions, and the state before which there may be more, or `nil` if there are none.
  func moments(of identity: ExactText, before number: Int) -> (moments: [Moment], next: Int)? {
    let hash = Self.hash(identity)
    var first = numbers.upperBound
    for (index, group) in groups.enumerated().reversed() {
      first -= group.ends.count
      guard first < number, index == 0 || group.changed.contains(hash) else { continue }
      var moments: [Moment] = []
      var decoder = StateDecoder()
      var start = 0
      for (line, end) in group.ends.enumerated().prefix(number - first) {
        guard decoder.read(group.bytes[start..<end]) else { break }
        start = end
        // The versions before the oldest state are unknown.
        let isFirst = index == 0 && line == 0
        guard isFirst || group.changes(hash, at: line) else { continue }
        let row = decoder.rows.first { $0.identity == identity }
        if isFirst, row == nil { continue }
        moments.append(Moment(number: first + line, time: decoder.time, row: row))
      }
      return (moments, first)
    }
    return nil
  }

  private static func hash(_ identity: ExactText) -> UInt32 { UInt32(truncatingIfNeeded: identity.hashValue) }
}

/// Stores the history of a table, and records it in a file, off the main actor.
actor HistoryKeeper {
  private var history: History
  private let recording: Recording?
  /// A state that is not stored yet because it followed too soon after the previous one.
  private var pending: FedTable?
  private var lastTime = -Double.infinity
  /// The task that stores the pending state if no other one follows.
  private(set) var due: Task<Void, Never>?
  /// The error of writing the recording, until it is thrown.
  private var failure: SystemError?
  /// The minimum time between two stored states, in seconds.
  private let interval: Double

  /// - Parameters:
  ///   - limit: The limit of the history.
  ///   - path: The file to which states are appended, if any.
  ///   - source: The name of the table in the recording.
  ///   - interval: The minimum time between two stored states, in seconds.
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

  /// Adds the newest state; of the states within one interval, the last one is stored.
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

  func numbers() -> Range<Int> {
    keepPending()
    return history.numbers
  }

  func state(_ number: Int) -> FedTable? { history.state(number) }

  func number(at time: Double) -> Int? { history.number(at: time) }

  func change(of identity: ExactText, from number: Int, isForward: Bool) -> Int? {
    history.change(of: identity, from: number, isForward: isForward)
  }

  func moments(of identity: ExactText, before number: Int) -> (moments: [History.Moment], next: Int)? {
    history.moments(of: identity, before: number)
  }
}

/// A file to which states are appended.
private final class Recording: Sendable {
  private let file: Int32

  /// Opens a recording; a line at its end that was cut off becomes a line of its own.
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
        source: path, problem: "it is no recording, and nothing is appended to it",
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
