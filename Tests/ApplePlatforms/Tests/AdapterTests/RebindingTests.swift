import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// Tests that a view that is bound again during an update shows the new table after the update.
@Suite("Views that are bound during an update", .timeLimit(.minutes(20))) @MainActor struct RebindingTests {
  private struct Row: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
  }

  /// The code that binds the view again: the configuration of a cell, or the end of a deleted row's scope.
  enum Moment { case configuration, end }

  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))

  /// Shows three rows, deletes one and updates another, which binds the view again, and then checks the new binding.
  private func check<View: UIView>(
    _ view: View, at moment: Moment,
    bind: @escaping @MainActor (View, @escaping @MainActor (Row, CellScope) -> Void) -> TableBinding<OneSection, Row>,
    shown: () -> [Int]
  ) async throws {
    window.addSubview(view)
    var next: TableBinding<OneSection, Row>?
    var isReady = false
    func bindAgain() {
      if isReady, next == nil { next = bind(view) { _, _ in } }
    }
    let raised = try await StandInException.recording {
      let binding = bind(view) { row, scope in
        if moment == .configuration, row.text == "new" { bindAgain() }
        if moment == .end, row.id == 3 { scope.onEnd { bindAgain() } }
      }
      try await binding.store.submit([Row(id: 1), Row(id: 2), Row(id: 3)])
      window.layoutIfNeeded()
      isReady = true
      _ = try? await binding.store.submit([Row(id: 4), Row(id: 1, text: "new"), Row(id: 2)])
      let store = try #require(next?.store)
      await until { shown() == [] }
      #expect(shown() == [])
      try await store.submit([Row(id: 7), Row(id: 8)])
      #expect(shown() == [7, 8])
      try await store.submit([Row(id: 8)])
      #expect(shown() == [8])
    }
    #expect(raised == [], "\(raised)")
  }

  @Test(
    "a table view that is bound during an update shows the new binding afterwards",
    arguments: [Moment.configuration, .end])
  func table(moment: Moment) async throws {
    final class Cell: UITableViewCell { var id = 0 }
    let view = UITableView(frame: window.bounds, style: .plain)
    view.rowHeight = 44
    try await check(view, at: moment) { view, configure in
      TableViewBinder<OneSection, Row>(
        .one(Cell.self) { cell, row, context in
          cell.id = row.id
          configure(row, context.scope)
        }
      ).attach(to: view).show(TableSnapshot())
    } shown: {
      view.layoutIfNeeded()
      return (view.indexPathsForVisibleRows ?? []).map { (view.cellForRow(at: $0) as? Cell)?.id ?? -1 }
    }
  }

  @Test(
    "a binder stops waiting for a view when it is attached to another view, or when the view is taken back",
    arguments: [true, false])
  func attachedElsewhere(isElsewhere: Bool) async throws {
    let views = (0..<2).map { _ in UITableView(frame: window.bounds, style: .plain) }
    for view in views { window.addSubview(view) }
    let second = TableViewBinder<OneSection, Row>(.one(UITableViewCell.self) { _, _, _ in })
    var act: (@MainActor () -> Void)?
    let first = TableViewBinder<OneSection, Row>(
      .one(UITableViewCell.self) { _, row, _ in
        if row.text == "new" { act?() }
      }
    ).attach(to: views[0])
    let binding = first.show([Row(id: 1)])
    window.layoutIfNeeded()
    act = {
      act = nil
      second.attach(to: views[0])
      if isElsewhere { second.attach(to: views[1]) } else { first.attach(to: views[0]) }
    }
    _ = try? await binding.store.submit([Row(id: 1, text: "new"), Row(id: 2)])
    await until { act == nil && second.view === (isElsewhere ? views[1] : nil) }
    #expect(isElsewhere || first.view === views[0])
  }

  @Test(
    "a collection view that is bound during an update shows the new binding afterwards",
    arguments: [Moment.configuration, .end])
  func collection(moment: Moment) async throws {
    final class Cell: UICollectionViewCell { var id = 0 }
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    try await check(view, at: moment) { view, configure in
      CollectionViewBinder<OneSection, Row>(
        .one(Cell.self) { cell, row, context in
          cell.id = row.id
          configure(row, context.scope)
        }
      ).attach(to: view).show(TableSnapshot())
    } shown: {
      view.layoutIfNeeded()
      return view.indexPathsForVisibleItems.sorted().map { (view.cellForItem(at: $0) as? Cell)?.id ?? -1 }
    }
  }
}
