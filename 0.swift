import LiveTables
import SwiftUI

struct Mail: Identifiable, Hashable, Diffable, Sendable {
  let id: Int
  var subject: String
}

struct Inbox: View {
  @State private var mails: TableRows<OneSection, Mail>

  init(_ inbox: LiveTable<OneSection, Mail>) {
    mails = TableRows(inbox)
  }

  var body: some View {
    List {
      ForEach(mails.all) { MailRow(mail: $0) }
    }
  }
}

struct MailRow: View {
  let mail: LiveRow<Mail>

  var body: some View { Text(mail.subject) }
}
