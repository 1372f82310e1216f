import LiveTables

/// One message of the conversation.
public struct Message: Diffable, Identifiable, Equatable, Sendable {
  /// Who this is, in the order of the conversation.
  public let id: Int
  /// Who wrote it.
  public var author: String
  /// What was written.
  public var text: String

  /// Creates a message.
  public init(id: Int, author: String, text: String) {
    self.id = id
    self.author = author
    self.text = text
  }
}

/// Where messages come from: pages of earlier ones, and answers to what is sent.
public protocol ChatServer: Sendable {
  /// The messages before one, in order; the newest ones where there is none.
  func page(before id: Int?) async throws -> [Message]
  /// Sends a text; the message that it became.
  func send(_ text: String) async throws -> Message
  /// New messages of others.
  var arrivals: AsyncStream<Message> { get }
}

/// A conversation: the messages that have been read, in order.
public actor Chat {
  /// What a view shows.
  public nonisolated let messages = LiveTable<OneSection, Message>()
  private let server: any ChatServer
  private var isLoading = false

  /// Creates a conversation without messages.
  public init(_ server: any ChatServer) {
    self.server = server
  }

  /// Reads one more page of earlier messages, which come before all others.
  ///
  /// Does nothing while it reads one already.
  public func loadEarlier() async throws {
    if isLoading { return }
    isLoading = true
    defer { isLoading = false }
    let first = await messages.current.first?.id
    let page = try await server.page(before: first)
    try await messages.edit { $0.insert(contentsOf: page, at: 0) }
  }

  /// Sends a message.
  public func send(_ text: String) async throws {
    let message = try await server.send(text)
    try await messages.edit { $0.append(message) }
  }

  /// Appends what arrives, until the task ends.
  public func receive() async throws {
    for await message in server.arrivals {
      try await messages.edit { $0.append(message) }
    }
  }
}
