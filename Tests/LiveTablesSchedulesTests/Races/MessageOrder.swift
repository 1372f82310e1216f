// A client starts a task for each message that it receives, so messages are stored out of order.
// Reported as nats-io/nats.swift#22.

private actor Messages {
  private(set) var all: [Int] = []

  func append(_ message: Int) { all.append(message) }
}

private final class Client: Sendable {
  let messages = Messages()
  private let isFixed: Bool
  private let received: AsyncStream<Int>.Continuation
  private let reader: Task<Void, Never>

  init(isFixed: Bool) {
    self.isFixed = isFixed
    let (stream, received) = AsyncStream<Int>.makeStream()
    self.received = received
    reader = Task { [messages] in for await message in stream { await messages.append(message) } }
  }

  /// Called by the connection, which cannot wait.
  func receive(_ message: Int) -> Task<Void, Never>? {
    if isFixed {
      received.yield(message)
      return nil
    }
    return Task { await messages.append(message) }
  }

  func close() async {
    received.finish()
    await reader.value
  }
}

struct MessageOrder: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let client = Client(isFixed: isFixed)
    for message in 1...3 { await client.receive(message)?.value }
    await client.close()
    return await client.messages.all == [1, 2, 3]
  }

  func explored(isFixed: Bool) async -> Bool {
    let client = Client(isFixed: isFixed)
    let tasks = (1...3).map { client.receive($0) }
    for task in tasks { await task?.value }
    await client.close()
    return await client.messages.all == [1, 2, 3]
  }
}
