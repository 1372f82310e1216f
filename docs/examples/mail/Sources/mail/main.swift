import LiveTablesSQLite
import LiveTablesTerminal

// A mail client over a database: any program that writes to the file changes what is on the screen.
let mailbox = try await Mailbox(path: CommandLine.arguments.dropFirst().first ?? "mail.db")
let view = TerminalTableView<SQLiteValue, Mail>(
  columns: [
    TerminalColumn(" ") { $0.isRead ? " " : "●" },
    TerminalColumn("FROM") { $0.sender },
    TerminalColumn("SUBJECT") { $0.subject },
  ], sectionTitle: { "\($0)" })
view.caption = "n: new, r: read, a: archive, i: inbox, u: unread only, /: find, q: quit"
view.bind(mailbox.mails.loaded)

var text = ""
var unreadOnly = false

/// Does something, and says in the status line what went wrong.
@MainActor func perform(_ action: @escaping @MainActor () async throws -> Void) {
  Task {
    do {
      try await action()
      view.message = nil
    } catch {
      view.message = "\(error)"
    }
  }
}

view.onKey = { key in
  switch (key, view.selectedRow) {
  case (.character("n"), _):
    view.prompt = TerminalPrompt("Subject:") { subject in
      if let subject, !subject.isEmpty { perform { try await mailbox.write(to: "inbox", subject: subject) } }
    }
  case (.character("/"), _):
    view.prompt = TerminalPrompt(
      "Find:", text: text,
      onChange: { typed in
        text = typed
        perform { await mailbox.show(typed, unreadOnly: unreadOnly) }
      }, onEnd: { _ in })
  case (.character("u"), _):
    unreadOnly.toggle()
    perform { await mailbox.show(text, unreadOnly: unreadOnly) }
  case (.character("r"), let mail?): perform { try await mailbox.toggleRead(mail) }
  case (.character("a"), let mail?): perform { try await mailbox.move(mail, to: "archive") }
  case (.character("i"), let mail?): perform { try await mailbox.move(mail, to: "inbox") }
  default: return .unhandled
  }
  return .handled
}
try await view.run()
