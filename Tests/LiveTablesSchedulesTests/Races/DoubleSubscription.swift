// A screen that appears twice subscribes twice, and counts each event twice.
// As in anyproto/anytype-swift#2978.

private actor Feed {
  private var subscribers: [AsyncStream<Int>.Continuation] = []

  func subscribe() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    subscribers.append(continuation)
    return stream
  }

  func send(_ event: Int) { for subscriber in subscribers { subscriber.yield(event) } }

  func finish() { for subscriber in subscribers { subscriber.finish() } }
}

@MainActor private final class Screen {
  private let feed: Feed
  private let isFixed: Bool
  private var isSubscribing = false
  private var subscriptions: [Task<Void, Never>] = []
  private(set) var total = 0

  init(_ feed: Feed, isFixed: Bool) {
    self.feed = feed
    self.isFixed = isFixed
  }

  func appear() async {
    if !subscriptions.isEmpty || (isFixed && isSubscribing) { return }
    isSubscribing = true
    let events = await feed.subscribe()
    subscriptions.append(Task { for await event in events { total += event } })
  }

  func end() async {
    await feed.finish()
    for subscription in subscriptions { await subscription.value }
  }
}

struct DoubleSubscription: Race {
  @MainActor func ordinary(isFixed: Bool) async -> Bool {
    let feed = Feed()
    let screen = Screen(feed, isFixed: isFixed)
    await screen.appear()
    await screen.appear()
    await feed.send(1)
    await screen.end()
    return screen.total == 1
  }

  @MainActor func explored(isFixed: Bool) async -> Bool {
    let feed = Feed()
    let screen = Screen(feed, isFixed: isFixed)
    let tasks = (0..<2).map { _ in Task { await screen.appear() } }
    for task in tasks { await task.value }
    await feed.send(1)
    await screen.end()
    return screen.total == 1
  }
}
