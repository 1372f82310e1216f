// A reply and the end of the connection both resume a continuation, which traps.
// Reported as meshtastic/Meshtastic-Apple#1755 and modelcontextprotocol/swift-sdk#113.

private actor Connection {
  private let isFixed: Bool
  private var waiting: CheckedContinuation<String, Never>?
  private var log: [String] = []

  init(isFixed: Bool) { self.isFixed = isFixed }

  func configuration() async -> String {
    await withCheckedContinuation { waiting = $0 }
  }

  func receive(_ reply: String) async { await resume(reply) }

  func close() async { await resume("closed") }

  private func resume(_ text: String) async {
    guard let continuation = waiting else { return }
    if isFixed { waiting = nil }
    await note(text)
    continuation.resume(returning: text)
    waiting = nil
  }

  private func note(_ text: String) async {
    await Task.yield()
    log.append(text)
  }

  var isWaiting: Bool { waiting != nil }
}

struct TwiceResumed: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let connection = Connection(isFixed: isFixed)
    async let configuration = connection.configuration()
    while await !connection.isWaiting { await Task.yield() }
    await connection.receive("fast")
    await connection.close()
    return await configuration == "fast"
  }

  func explored(isFixed: Bool) async -> Bool {
    let connection = Connection(isFixed: isFixed)
    async let configuration = connection.configuration()
    while await !connection.isWaiting { await Task.yield() }
    async let reply: Void = connection.receive("fast")
    async let end: Void = connection.close()
    _ = await (reply, end)
    return await ["fast", "closed"].contains(configuration)
  }
}
