import Foundation
import UIKit

/// A table view in a window, with a data source that tests control and that records all calls.
@MainActor
final class TableFixture: NSObject, UITableViewDataSource, UITableViewDelegate,
  UITableViewDataSourcePrefetching
{
  final class Cell: UITableViewCell {
    var reuses = 0
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
    }
    required init?(coder: NSCoder) { return nil }
    override func prepareForReuse() {
      super.prepareForReuse()
      reuses += 1
    }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
  let view: UITableView
  var rows: [[String]]
  var log: [String] = []
  var makesCell: ((IndexPath) -> UITableViewCell)?
  var heights: [String: CGFloat] = [:]
  var moves = true
  var mayEdit = true
  var swipes: UISwipeActionsConfiguration?
  var selectable: (IndexPath) -> IndexPath? = { $0 }

  init(_ rows: [[String]], isInWindow: Bool = true) {
    self.rows = rows
    view = UITableView(frame: window.bounds)
    super.init()
    view.register(Cell.self, forCellReuseIdentifier: "cell")
    view.dataSource = self
    view.delegate = self
    view.prefetchDataSource = self
    if isInWindow { window.addSubview(view) }
  }

  convenience init(counts: [Int]) {
    self.init(counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } })
    layOut()
    _ = take()
  }

  func layOut() { window.layoutIfNeeded() }

  /// Returns the calls since the last time this method was called.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  var texts: [String] { view.visibleCells.map { $0.textLabel?.text ?? "" } }

  func cell(_ section: Int, _ row: Int) -> Cell? { view.cellForRow(at: .at(section, row)) as? Cell }

  func numberOfSections(in tableView: UITableView) -> Int {
    log.append("sections")
    return rows.count
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    log.append("rows \(section)")
    return rows[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    log.append("cell \(indexPath.section).\(indexPath.row)")
    if let makesCell { return makesCell(indexPath) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = rows[indexPath.section][indexPath.row]
    return cell
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    log.append("will \(indexPath.section).\(indexPath.row)")
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    log.append("end \(indexPath.section).\(indexPath.row)")
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    heights[rows[indexPath.section][indexPath.row]] ?? 40
  }

  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { 40 }
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    log.append("ahead \(indexPaths.count)")
  }

  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    log.append("not ahead \(indexPaths.count)")
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { moves }
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { mayEdit }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    log.append("move \(source.section).\(source.row) \(target.section).\(target.row)")
    let row = rows[source.section].remove(at: source.row)
    rows[target.section].insert(row, at: target.row)
  }

  func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {
    log.append("commit \(indexPath.section).\(indexPath.row)")
    rows[indexPath.section].remove(at: indexPath.row)
    tableView.deleteRows(at: [indexPath], with: .automatic)
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { swipes }

  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { selectable(indexPath) }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log.append("select \(indexPath.section).\(indexPath.row)")
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    log.append("deselect \(indexPath.section).\(indexPath.row)")
  }
}
