import ChatModel
import LiveTablesUIKit
import UIKit

/// A conversation: earlier messages are read while the user scrolls up, and the place on the screen is kept.
final class ChatViewController: UITableViewController {
  private let chat: Chat
  private var binder: TableViewBinder<OneSection, Message>?
  private var tasks: [Task<Void, any Error>] = []

  init(_ chat: Chat) {
    self.chat = chat
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) {
    return nil
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let binder = TableViewBinder<OneSection, Message>(
      .one(UITableViewCell.self) { cell, message, context in
        var content = UIListContentConfiguration.subtitleCell()
        content.text = message.text
        content.secondaryText = message.author
        cell.contentConfiguration = content
      })
    // Rows that come above do not move what is read.
    binder.contentOffsetAdjustment = .always
    self.binder = binder.attach(to: tableView)
    binder.bind(chat.messages)

    let shown = binder.link.events.willDisplay
    tasks = [
      Task { [chat] in try await chat.receive() },
      Task { [chat] in
        try await chat.loadEarlier()
        for await event in shown where event.path.row == 0 { try await chat.loadEarlier() }
      },
    ]
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  /// Sends a message and shows it.
  func send(_ text: String) async throws {
    try await chat.send(text)
    jumpToEnd()
  }

  /// Jumps to the newest message.
  func jumpToEnd() {
    guard let binder, let last = binder.link.table.last else { return }
    binder.scroll(toRow: last.id, at: .bottom)
  }
}
