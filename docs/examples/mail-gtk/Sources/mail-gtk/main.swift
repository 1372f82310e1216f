import Foundation
import LiveTablesGTK
import LiveTablesSQLite

/// A sender above a subject, bold until the mail is read.
final class MailRow: GTKBox {
  private let sender = GTKLabel()
  private let subject = GTKLabel()

  required init() {
    super.init()
    for label in [sender, subject] { label.alignment = 0 }
    subject.setStyle("dim-label")
    append(GTKBox(isVertical: true, spacing: 2, sender, subject))
  }

  func show(_ mail: Mail) {
    sender.text = mail.sender
    subject.text = mail.subject
    sender.setStyle("heading", !mail.isRead)
  }
}

final class FolderTitle: GTKLabel {
  required init() {
    super.init()
    alignment = 0
    setStyle("title-4")
  }
}

// A mail client over a database: any program that writes to the file changes what is in the window.
let path = CommandLine.arguments.dropFirst().first ?? "mail.db"
let status = GTKApplication.run("org.livetables.Mail") { application in
  let mailbox = try await Mailbox(path: path)
  let binder = ListBinder<SQLiteValue, Mail>(
    .one(MailRow.self) { row, mail, _ in row.show(mail) },
    supplementaries: [.header: .one(FolderTitle.self) { title, folder, _ in title.text = "\(folder)" }])
  let (list, search) = (GTKListView(), GTKSearchEntry())

  binder.link.selection.mode = .many
  binder.onActivate = { mail, _ in Task { try await mailbox.toggleRead(mail) } }
  search.onChange { text in Task { await mailbox.show(text, unreadOnly: false) } }
  binder.attach(to: list).bind(
    mailbox.mails.loaded,
    editing: .actions { site in
      let (mail, other) = (site.row, site.row.folder == "inbox" ? "archive" : "inbox")
      return [
        RowAction(mail.isRead ? "Mark as Unread" : "Mark as Read") { _ in Task { try await mailbox.toggleRead(mail) } },
        RowAction("Move to \(other)") { _ in Task { try await mailbox.move(mail, to: other) } },
      ]
    })
  let content = GTKBox(isVertical: true, spacing: 6, search, GTKScrolledWindow(list))
  application.present(GTKWindow("Mail", size: (360, 420), content: content))
}
exit(status)
