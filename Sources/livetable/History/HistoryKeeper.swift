import Foundation

/// Stores the history of a table, and records it in a file, off the main actor.
actor HistoryKeeper {
  private var history: History
  private let recording: Recording?
  /// A state that is not stored yet because it followed too soon after the previous state.
  private var pending: FeedTable?
  private var lastTime = -Double.infinity
  /// The task that stores the pending state if no other state follows.
  private(set) var storing: Task<Void, Never>?
  /// The error of a failed write to the recording, until the error is thrown.
  private var failure: SystemError?
  /// The minimum time between two stored states, in seconds.
  private let interval: Double

  /// The start of the message about ``append(_:)`` or ``flush()`` throwing an error.
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

  deinit { storing?.cancel() }

  /// Adds the newest state, which replaces a pending state within the same interval.
  ///
  /// - Throws: An error if the recording cannot be written, or could not be written after the previous call.
  func append(_ table: FeedTable) throws(SystemError) {
    let time = table.time ?? Date().timeIntervalSince1970
    pending = table
    pending?.time = time
    if abs(time - lastTime) >= interval { return try flush() }
    if storing != nil { return }
    storing = Task { [weak self, interval] in
      guard (try? await Task.sleep(for: .seconds(interval))) != nil else { return }
      await self?.storePending()
    }
  }

  /// Stores the pending state.
  ///
  /// - Throws: An error if the recording cannot be written, or could not be written after the previous call.
  func flush() throws(SystemError) {
    storePending()
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  private func storePending() {
    storing?.cancel()
    storing = nil
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
    storePending()
    return body(history)
  }
}
