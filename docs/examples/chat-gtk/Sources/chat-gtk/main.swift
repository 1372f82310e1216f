import ChatModel
import Foundation
import LiveTablesGTK

/// An author above a text.
final class MessageRow: GTKBox {
  private let author = GTKLabel()
  private let text = GTKLabel()

  required init() {
    super.init()
    for label in [author, text] { label.alignment = 0 }
    author.setStyle("dim-label")
    append(GTKBox(isVertical: true, spacing: 2, author, text))
  }

  func show(_ message: Message) {
    author.text = message.author
    text.text = message.text
    text.setStyle("accent", message.author == "me")
  }
}

// A chat in a window: earlier messages are read before the first row comes on the screen, and the view stays at its
// bottom while messages arrive.
let status = GTKApplication.run("org.livetables.Chat") { application in
  let chat = Chat(EchoServer())
  try await chat.loadEarlier()

  let (list, entry) = (GTKListView(), GTKEntry())
  let binder = ListBinder<OneSection, Message>(.one(MessageRow.self) { row, message, _ in row.show(message) })
  binder.staysAtBottom = true
  let shown = binder.link.events.willDisplay
  binder.attach(to: list).bind(chat.messages)
  entry.accessibleName = "Message"
  entry.on("activate") { [weak entry] in
    guard let entry, !entry.text.isEmpty else { return }
    let text = entry.text
    entry.text = ""
    Task { try await chat.send(text) }
  }
  let content = GTKBox(isVertical: true, spacing: 6, GTKScrolledWindow(list), entry)
  application.present(GTKWindow("Chat", size: (360, 420), content: content))

  async let receiving: Void = chat.receive()
  for await event in shown where event.path.row == 0 { try await chat.loadEarlier() }
  try await receiving
}
exit(status)
