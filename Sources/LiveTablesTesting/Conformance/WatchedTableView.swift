import LiveTablesCells

/// A proxy for a view that checks the calls to and from the view.
@MainActor final class WatchedTableView<View: TableView>: TableView {
  typealias Section = View.Section
  typealias Row = View.Row

  let view: View
  let shows: ((View) -> [[View.Row?]])?
  var report = ConformanceReport()
  var reloads = false
  private let firstLink: TableLink<Section, Row>

  init(_ view: View, shows: ((View) -> [[View.Row?]])?) {
    self.view = view
    self.shows = shows
    firstLink = view.link
  }

  var link: TableLink<Section, Row> {
    if view.link !== firstLink { report.fail(.keepsItsLink, "another link than at first") }
    return firstLink
  }

  var isReady: Bool { view.isReady }
  var shownRowCounts: [Int]? { view.shownRowCounts }

  func reload(commit: () -> Void) {
    report.reloads += 1
    var commits = 0
    view.reload {
      commits += 1
      commit()
    }
    if commits != 1 { report.fail(.commitsReloadsOnce, "a reload was committed \(commits) times") }
    compare("after a reload")
  }

  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    report.batches += 1
    var commits = 0
    do {
      try view.perform(stage, animation: animation) {
        commits += 1
        commit()
      }
    } catch {
      report.fail(.showsLegalBatches, "\(stage.operations) was refused: \(error)")
      throw error
    }
    if commits != 1 { report.fail(.commitsBatchesOnce, "a batch was committed \(commits) times") }
    compare("after \(stage.operations)")
  }

  func compare(_ when: @autoclosure () -> String) {
    let table = firstLink.table
    if let found = view.shownRowCounts, found != table.rowCounts {
      report.fail(.tellsTrueCounts, "\(found) instead of \(table.rowCounts), \(when())")
    }
    guard let shown = shows?(view) else { return }
    let given = table.sections.map { Array($0.rows) }
    if shown.map(\.count) != given.map(\.count) {
      return report.fail(.showsWhatItIsGiven, "\(shown.map(\.count)) rows instead of \(given.map(\.count)), \(when())")
    }
    for (section, rows) in given.enumerated() {
      for (row, wanted) in rows.enumerated() where !isSame(shown[section][row], wanted) {
        let found = shown[section][row].map { "\($0)" } ?? "nothing"
        report.fail(.showsWhatItIsGiven, "\(RowPath(section, row)) shows \(found) instead of \(wanted), \(when())")
      }
    }
  }

  /// Returns whether two rows are the same, ignoring the content of rows that are not equal to themselves.
  private func isSame(_ shown: Row?, _ wanted: Row) -> Bool {
    guard let shown, shown.identity == wanted.identity else { return false }
    return shown.hasSameContent(as: wanted) || !wanted.hasSameContent(as: wanted)
  }
}
