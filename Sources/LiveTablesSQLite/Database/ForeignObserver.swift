#if SQLite
internal import Dispatch

/// Detects commits made by other programs, and publishes them to the hub.
///
/// The observer starts with the first reader of a live table, and is idle until the operating system reports that a
/// file has been written.
actor ForeignObserver {
  private enum Event {
    case fileChanged
    /// The end of a wait, with the number of the timer.
    case timer(Int)
  }

  private let writer: Writer
  private let hub: ChangeHub
  private let path: String
  private let hasLog: Bool
  private let makeWatcher: @Sendable (String) throws -> FileWatcher
  private var watcher: FileWatcher?
  private var tasks: [Task<Void, Never>] = []
  private var machine = Settling()
  private let creation = ContinuousClock.now
  /// The number of the latest timer, and the time at which it ends, or `nil` if it is not running.
  private var timer: (number: Int, end: ContinuousClock.Instant?) = (0, nil)
  private var isFileUnreadable = false
  private var isStopped = false
  private var isIdle = false
  private var idleWaiters: [AsyncStream<Void>.Continuation] = []
  /// The number of events that have led to a check, for tests.
  private(set) var wakeUpCount = 0
  /// The error that prevents the file from being watched, so that it is checked periodically.
  private(set) var trouble: (any Error)?

  init(
    _ writer: Writer, _ hub: ChangeHub, path: String, hasLog: Bool,
    makeWatcher: @escaping @Sendable (String) throws -> FileWatcher
  ) {
    self.writer = writer
    self.hub = hub
    self.path = path
    self.hasLog = hasLog
    self.makeWatcher = makeWatcher
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  func start() {
    if !tasks.isEmpty || isStopped { return }
    let (events, send) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(4))
    let first = watch()
    tasks = [
      Task { [weak self] in
        var changes = first
        var delay = Duration.milliseconds(100)
        while !Task.isCancelled {
          send.yield(.fileChanged)
          if let changes {
            for await _ in changes { send.yield(.fileChanged) }
            delay = .milliseconds(100)
          } else {
            try? await Task.sleep(for: delay)
            delay = min(delay * 2, .seconds(10))
          }
          guard let self else { return }
          changes = await self.watch()
        }
      },
      Task { [weak self] in
        for await event in events { await self?.handle(event, send) }
      },
    ]
  }

  /// Watches the file that the path currently leads to, and returns the reports of changes, if it can be watched.
  private func watch() -> AsyncStream<Void>? {
    if isStopped { return nil }
    let hadTrouble = trouble != nil
    defer { if hadTrouble != (trouble != nil) { hub.publish(.foreign) } }
    do {
      watcher = try makeWatcher(path)
      trouble = nil
    } catch {
      (watcher, trouble) = (nil, error)
    }
    return watcher?.changes
  }

  func stop() {
    isStopped = true
    for task in tasks { task.cancel() }
    tasks = []
    watcher = nil
  }

  private func handle(_ event: Event, _ send: AsyncStream<Event>.Continuation) async {
    guard var step = firstStep(after: event) else { return }
    timer.end = nil
    wakeUpCount += 1
    while !Task.isCancelled {
      switch step {
      case .check: step = machine.checked(await observe { try await $0.checkForCommit() }, at: time)
      case .confirm: step = machine.checked(await observe { try await $0.confirmCommit() }, at: time)
      case .publish:
        hub.publish(.foreign)
        step = machine.checked(.committed, at: time)
      case .tryLock: step = machine.triedLock(isFree: (try? await writer.tryLock()) ?? true)
      case .wait(let duration):
        timer = (timer.number + 1, .now + duration)
        DispatchQueue.global().asyncAfter(deadline: .now() + duration.interval) { @Sendable [number = timer.number] in
          send.yield(.timer(number))
        }
        return
      case .idle:
        isIdle = true
        for waiter in idleWaiters { waiter.finish() }
        idleWaiters = []
        return
      }
    }
  }

  /// Returns the step that an event leads to, or `nil` if a later event will lead to a check.
  private func firstStep(after event: Event) -> Settling.Step? {
    switch event {
    case .timer(let number): return number == timer.number ? .check : nil
    case .fileChanged:
      defer { isIdle = false }
      if !hasLog || !writer.ownWrites.isRecent() { return machine.fileChanged() }
      let now = ContinuousClock.now
      guard let end = timer.end, end <= now + .milliseconds(16) else { return machine.fileChangedByThisProcess() }
      if end >= now { return nil }
      timer.number += 1  // the check that is overdue begins now
      return .check
    }
  }

  /// Returns when the observer is idle.
  func settled() async {
    if isIdle { return }
    let (stream, waiter) = AsyncStream.makeStream(of: Void.self)
    idleWaiters.append(waiter)
    for await _ in stream {}
  }

  private var time: Duration { creation.duration(to: .now) }

  private func observe(
    _ check: (Writer) async throws -> Settling.Observation
  ) async -> Settling.Observation {
    do {
      let observation = try await check(writer)
      if case .unconfirmed = observation { return observation }
      if observation == .committed || isFileUnreadable { hub.publish(.foreign) }
      isFileUnreadable = false
      return observation
    } catch {
      // The file is missing or damaged. Readers find this out when they read, and report it.
      if !isFileUnreadable { hub.publish(.foreign) }
      isFileUnreadable = true
      return .unchanged
    }
  }
}

extension Duration {
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
#endif
