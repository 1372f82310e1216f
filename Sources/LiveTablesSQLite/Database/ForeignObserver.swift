#if SQLite
internal import Dispatch

/// Notices commits of other programs, and publishes them to the hub.
///
/// It sleeps until the system reports that a file was written, and starts with the first reader of a live table.
actor ForeignObserver {
  private enum Event {
    case sign
    case time(Int)
  }

  private let writer: Writer
  private let hub: ChangeHub
  private let path: String
  private let hasLog: Bool
  private var signs: FileSigns?
  private var tasks: [Task<Void, Never>] = []
  private var machine = Settling()
  private let birth = ContinuousClock.now
  private var timer = 0
  /// When the timer is due, if one runs.
  private var due: ContinuousClock.Instant?
  private var isGone = false
  private var isStopped = false
  private var waiting: [AsyncStream<Void>.Continuation] = []
  private var isIdle = false
  /// How often it was woken up, for whatever reason.
  private(set) var wakeUps = 0

  init(_ writer: Writer, _ hub: ChangeHub, path: String, hasLog: Bool) {
    self.writer = writer
    self.hub = hub
    self.path = path
    self.hasLog = hasLog
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  /// Begins to watch, if it has not begun yet.
  func start() throws {
    if signs != nil || isStopped { return }
    let signs = try FileSigns(path: path)
    self.signs = signs
    let (events, send) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(4))
    let received = signs.received
    for task in tasks { task.cancel() }
    tasks = [
      Task { [weak self] in
        var watched: AsyncStream<Void>? = received
        while let received = watched {
          for await _ in received { send.yield(.sign) }
          watched = await self?.watchAgain()
          send.yield(.sign)
        }
      },
      Task { [weak self] in
        for await event in events { await self?.take(event, send) }
      },
    ]
    send.yield(.sign)
  }

  /// Watches the folder that is at the path now.
  private func watchAgain() -> AsyncStream<Void>? {
    if isStopped || Task.isCancelled { return nil }
    signs = try? FileSigns(path: path)
    return signs?.received
  }

  /// Lets go of everything.
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
        return  // a look will come
      } else {
        step = machine.signedByThisProcess()
      }
      isIdle = false
    case .time(let number):
      if number != timer { return }  // a sign has come since
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

  /// Waits until there is nothing more to look for.
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
      let wasGone = isGone
      isGone = false
      if sight == .moved || wasGone { hub.publish(.foreign) }
      return sight
    } catch {
      // The file is gone or no use: readers find out for themselves, and say so.
      if !isGone { hub.publish(.foreign) }
      isGone = true
      return .same
    }
  }
}

extension Duration {
  /// The same for dispatch.
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
#endif
