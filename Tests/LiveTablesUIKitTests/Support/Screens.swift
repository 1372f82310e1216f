#if canImport(UIKit)
import Foundation
import LiveTables
import LiveTablesUIKit
import UIKit

/// A row with an identity and content.
struct Mail: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var subject = ""

  init(_ id: Int, _ subject: String? = nil) {
    self.id = id
    self.subject = subject ?? "mail \(id)"
  }
}

/// A section with a header, a footer and an index title.
struct Folder: Supplemented, Identifiable, Equatable, Sendable {
  let id: Int
  var name: String?
  var note: String?
  var letter: String?

  init(_ id: Int, _ name: String? = nil, note: String? = nil, letter: String? = nil) {
    self.id = id
    self.name = name
    self.note = note
    self.letter = letter
  }

  func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? {
    switch kind {
    case .header: name.map { .title($0) }
    case .footer: note.map { .title($0) }
    default: nil
    }
  }

  var indexTitle: String? { letter }
}

final class MailCell: UITableViewCell {
  var shown: [String] = []
}

final class OtherCell: UITableViewCell {}

final class FolderView: UITableViewHeaderFooterView {
  var name = ""
}

func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail($0) } }

func flat(_ ids: Int...) -> TableSnapshot<OneSection, Mail> { TableSnapshot(rows: mails(ids)) }

func folders(_ folders: (Folder, [Mail])...) -> TableSnapshot<Folder, Mail> {
  TableSnapshot(sections: folders.map { TableSection($0.0, rows: $0.1) })
}

/// A table view of 320 × 480 points in a window, with rows of 44 points.
@MainActor struct Screen {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let view: UITableView

  init(_ style: UITableView.Style = .plain, isInWindow: Bool = true) {
    view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: style)
    view.rowHeight = 44
    view.estimatedRowHeight = 44
    view.contentInsetAdjustmentBehavior = .never
    if isInWindow { enterWindow() }
  }

  func enterWindow() {
    window.addSubview(view)
    window.layoutIfNeeded()
  }

  func leaveWindow() { view.removeFromSuperview() }

  /// The texts of the visible cells, from top to bottom.
  var texts: [String] {
    view.layoutIfNeeded()
    return (view.indexPathsForVisibleRows ?? []).sorted().map { view.cellForRow(at: $0)?.textLabel?.text ?? "nothing" }
  }

  func cell(_ row: Int, section: Int = 0) -> UITableViewCell? {
    view.layoutIfNeeded()
    return view.cellForRow(at: IndexPath(row: row, section: section))
  }

  /// The numbers of rows that the view reports.
  var counts: [Int] { (0..<view.numberOfSections).map { view.numberOfRows(inSection: $0) } }

  var selected: [Int] { (view.indexPathsForSelectedRows ?? []).map(\.row).sorted() }
}

/// Returns a binder whose cells show subjects.
@MainActor func mailBinder<Section>(
  _ supplementaries: [SupplementaryKind: CellProvider<Section, Section, UITableViewHeaderFooterView>]? = nil,
  update: CellUpdate = .inPlace, _ also: (@MainActor (MailCell, Mail, CellContext<Section, Mail>) -> Void)? = nil
) -> TableViewBinder<Section, Mail> {
  TableViewBinder(
    .one(MailCell.self, update: update) { cell, mail, context in
      cell.textLabel?.text = mail.subject
      cell.shown.append(mail.subject)
      also?(cell, mail, context)
    }, supplementaries: supplementaries ?? [:])
}

/// Runs all jobs that are due on the main actor, to show that nothing happens.
@MainActor func someTurns() async { for _ in 0..<300 { await Task.yield() } }
#endif
