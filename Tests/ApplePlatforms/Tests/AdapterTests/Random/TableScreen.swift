import Foundation
import LiveTables
import LiveTablesTesting
import LiveTablesUIKit
import UIKit

/// A table view of 100 by 200 points, with rows of 20 and headers that are views.
@MainActor final class TableScreen: RandomScreen {
  final class Cell: UITableViewCell {}
  final class OddCell: UITableViewCell {}
  final class Header: UITableViewHeaderFooterView { var text = "" }

  let view = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), style: .plain)
  let binder: TableViewBinder<SampleSection, SampleRow>
  /// The current drag, if any.
  private var session: StandInDragSession?

  init() {
    // There are two types of cells, so a changed row may need a different cell; cells of the second type are reloaded.
    let even = CellProvider<SampleSection, SampleRow, UITableViewCell>.one(Cell.self) { cell, row, _ in
      cell.textLabel?.text = "\(row)"
    }
    let odd = CellProvider<SampleSection, SampleRow, UITableViewCell>.one(OddCell.self, update: .reload) {
      cell, row, _ in
      cell.textLabel?.text = "\(row)"
    }
    binder = TableViewBinder(
      .keyed([0: even, 1: odd], by: { row, _ in row.content % 2 }),
      supplementaries: [
        .header: .choosing { section, _ in
          section.id % 3 != 0 ? .one(Header.self) { view, section, _ in view.text = "\(section)" } : .nothing
        }
      ])
    view.rowHeight = 20
    view.estimatedRowHeight = 20
    view.sectionHeaderHeight = 10
    view.estimatedSectionHeaderHeight = 10
    view.contentInsetAdjustmentBehavior = .never
  }

  var link: TableLink<SampleSection, SampleRow> { binder.link }
  var scrollView: UIScrollView { view }

  func bind(
    _ tables: AsyncStream<SampleTable>, initial: SampleTable?, options: BindingOptions
  ) -> TableBinding<SampleSection, SampleRow> {
    binder.attach(to: view).bind(tables, initial: initial, options: options)
  }

  var counts: [Int] { (0..<view.numberOfSections).map { view.numberOfRows(inSection: $0) } }

  var texts: [IndexPath: String] {
    let paths = view.indexPathsForVisibleRows ?? []
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, view.cellForRow(at: $0)?.textLabel?.text ?? "nothing") })
  }

  var headers: [Int: String] {
    var texts: [Int: String] = [:]
    for section in 0..<view.numberOfSections {
      if let header = view.headerView(forSection: section) as? Header { texts[section] = header.text }
    }
    return texts
  }

  var selected: [RowPath] { (view.indexPathsForSelectedRows ?? []).compactMap { RowPath($0) }.sorted() }

  var showsOneSelected: Bool { view.isEditing && !view.allowsMultipleSelectionDuringEditing }

  var mismatch: String? { nil }

  func letGo() {
    if let session { view.dragDelegate?.tableView(view, dragSessionDidEnd: session) }
    session = nil
  }

  func act(_ dice: inout Dice) {
    let table = link.table
    guard let path = dice.path(in: table) else { return }
    let place = IndexPath(row: path)
    switch dice.roll(0...11) {
    case 0...2: view.standInTap(place)
    case 3: view.setEditing(!view.isEditing, animated: dice.chance(1, in: 2))
    case 4: view.standInPressEditControl(place)
    case 5:
      if let action = dice.pick(view.standInSwipe(place)) { view.standInPress(action) }
    case 6...8:
      view.standInReorder(place, to: IndexPath(row: dice.place(in: table, for: path)))
    case 9: binder.reordersByDragging.toggle()
    default: drag(place)
    }
  }

  /// Begins to drag a row, or ends the current drag.
  private func drag(_ place: IndexPath) {
    if session != nil { return letGo() }
    let session = StandInDragSession(items: [])
    guard let items = view.dragDelegate?.tableView(view, itemsForBeginning: session, at: place), !items.isEmpty else {
      return
    }
    view.dragDelegate?.tableView(view, dragSessionWillBegin: session)
    self.session = session
  }
}
