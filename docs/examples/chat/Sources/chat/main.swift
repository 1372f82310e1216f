import ChatModel
import LiveTablesTerminal

// A chat in the terminal: earlier messages are read when the first row comes on the screen, and the place is kept.
let chat = Chat(EchoServer())
try await chat.loadEarlier()

let view = TerminalTableView<OneSection, Message>(columns: [
  TerminalColumn("") { $0.author },
  TerminalColumn("CHAT") { $0.text },
])
view.caption = "s: send, e: end, q: quit"
view.bind(chat.messages, options: BindingOptions(name: "chat"))

/// Jumps to the newest message.
@MainActor func jumpToEnd() {
  let count = view.link.table.count
  if count > 0 { view.cursor = RowPath(section: 0, row: count - 1) }
}

view.onKey = { key in
  switch key {
  case .character("s"):
    view.prompt = TerminalPrompt("Say:") { text in
      guard let text, !text.isEmpty else { return }
      Task {
        try await chat.send(text)
        jumpToEnd()
      }
    }
  case .character("e"): jumpToEnd()
  default: return .unhandled
  }
  return .handled
}

let shown = view.link.events.willDisplay
let tasks = [
  Task { try await chat.receive() },
  Task {
    for await event in shown where event.path.row == 0 { try await chat.loadEarlier() }
  },
]
try await view.run()
for task in tasks { task.cancel() }
