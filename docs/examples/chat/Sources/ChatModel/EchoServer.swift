/// A server that has a thousand messages, and answers each with an echo.
public actor EchoServer: ChatServer {
  /// The echoes.
  public nonisolated let arrivals: AsyncStream<Message>
  private let answers: AsyncStream<Message>.Continuation
  private var next = 1001

  /// Creates a server.
  public init() {
    (arrivals, answers) = AsyncStream.makeStream()
  }

  /// The twenty messages before one, or the newest.
  public func page(before id: Int?) -> [Message] {
    let end = id ?? next
    return (max(1, end - 20)..<max(1, end)).map {
      Message(id: $0, author: $0 % 3 == 0 ? "Bela" : "Anna", text: "message \($0)")
    }
  }

  /// Takes a message, and answers it.
  public func send(_ text: String) -> Message {
    defer { next += 2 }
    answers.yield(Message(id: next + 1, author: "echo", text: text))
    return Message(id: next, author: "me", text: text)
  }
}
