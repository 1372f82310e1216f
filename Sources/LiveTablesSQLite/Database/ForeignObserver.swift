#if SQLite
internal import Dispatch

/// Detects commits made by other programs, and publishes them to the hub.
///
/// The observer starts with the first reader of a live table, and is idle until the operating system reports that a
/// file has been written.
actor ForeignObserver {
  private enum Event {
    case sign
    case time(Int)
  }

  private let writer: Writer
  private let hub: ChangeHub
  private let path: String
  private let hasLog: Bool
  private let makeSigns: @Sendable (String) throws -> FileSigns
  private var signs: FileSigns?
  private var tasks: [Task<Void, Never>] = []
  private var machine = Settling()
  private let birth = ContinuousClock.now
  private var timer = 0
  private var due: ContinuousClock.Instant?
  private var isGone = false
  private var isStopped = false
  private var waiting: [AsyncStream<Void>.Continuation] = []
  private var isIdle = false
  private(set) var wakeUps = 0
  /// The error that prevents the file from being watched, or `nil`.
  ///
  /// Without a watch, the file is checked periodically.
  private(set) var trouble: (any Error)?

  init(
    _ writer: Writer, _ hub: ChangeHub, path: String, hasLog: Bool,
    signs makeSigns: @escaping @Sendable (String) throws -> FileSigns
  ) {
    self.writer = writer
    self.hub = hub
    self.path = path
    self.hasLog = hasLog
    self.makeSigns = makeSigns
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  private enum Watched {
    case signs(AsyncStream<Void>)
    /// The file cannot be watched until a later attempt succeeds.
    case trouble
  }

  func start() {
    if !tasks.isEmpty { return }
    guard let first = watch() else { return }
    let (events, send) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(4))
    tasks = [
      Task { [weak self] in
        var watched: Watched? = first
        var delay = Duration.milliseconds(100)
        while let now = watched {
          send.yield(.sign)
          switch now {
          case .signs(let received):
            for await _ in received { send.yield(.sign) }
            delay = .milliseconds(100)
          case .trouble:
            try? await Task.sleep(for: delay)
            delay = min(delay * 2, .seconds(10))
          }
          watched = await self?.watch()
        }
      },
      Task { [weak self] in
        for await event in events { await self?.take(event, send) }
      },
    ]
  }

  /// Watches the file that the path currently leads to.
  ///
  /// - Returns: The watched file, or `nil` if the observer has been stopped.
  private func watch() -> Watched? {
    if isStopped || Task.isCancelled { return nil }
    let hadTrouble = trouble != nil
    defer { if hadTrouble != (trouble != nil) { hub.publish(.foreign) } }
    do {
      let signs = try makeSigns(path)
      (self.signs, trouble) = (signs, nil)
      return .signs(signs.received)
    } catch {
      (signs, trouble) = (nil, error)
      return .trouble
    }
  }

  func stop() {
    isStopped = true
    for task in tasks { task.cancel() }
    tasks = []
    signs = nil
  }

  private func take(_ event: Event, _ send: AsyncStream<Event>.Continuation) async {
    var step = Settling.Step.look
    switch event {
    case .sign:
      let now = ContinuousClock.now
      if !hasLog || !writer.ownWrites.isRecent() {
        step = machine.signed()
      } else if let due, due < now {
        timer += 1
      } else if let due, due <= now + .milliseconds(16) {
        return  // a check is about to follow
      } else {
        step = machine.signedByThisProcess()
      }
      isIdle = false
    case .time(let number):
      if number != timer { return }  // a signal arrived in the meantime
    }
    due = nil
    wakeUps += 1
    while !Task.isCancelled {
      switch step {
      case .look: step = machine.looked(await sight { try await $0.look() }, at: time)
      case .confirm: step = machine.looked(await sight { try await $0.confirm() }, at: time)
      case .publish:
        hub.publish(.foreign)
        step = machine.looked(.moved, at: time)
      case .tryLock: step = machine.tried(isFree: (try? await writer.tryLock()) ?? true)
      case .wait(let duration):
        timer += 1
        let number = timer
        due = .now + duration
        DispatchQueue.global().asyncAfter(deadline: .now() + duration.interval) { @Sendable in
          send.yield(.time(number))
        }
        return
      case .idle:
        isIdle = true
        for waiter in waiting { waiter.finish() }
        waiting = []
        return
      }
    }
  }

  func settled() async {
    if isIdle { return }
    let (stream, waiter) = AsyncStream.makeStream(of: Void.self)
    waiting.append(waiter)
    for await _ in stream {}
  }

  private var time: Duration { birth.duration(to: .now) }

  private func sight(_ look: (Writer) async throws -> Settling.Sight) async -> Settling.Sight {
    do {
      let sight = try await look(writer)
      if case .unread = sight { return sight }
      let wasGone = isGone
      isGone = false
      if sight == .moved || wasGone { hub.publish(.foreign) }
      return sight
    } catch {
      // The file is missing or damaged. Readers find this out when they read, and report it.
      if !isGone { hub.publish(.foreign) }
      isGone = true
      return .same
    }
  }
}

extension Duration {
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
#endif
