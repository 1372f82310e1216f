import Foundation
import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that a row can read or change its view while it is hashed or compared, without a crash.
@Suite("Rows that read their view", .timeLimit(.minutes(20))) @MainActor
struct LookingRowsTests {
  private typealias View = HeadlessTableView<OneSection, LookingRow>

  private enum Doing: CaseIterable {
    case deleting, inserting, updating, moving, editing, movingInView
    case editingStore, submitting, submittingOthers, showing, selecting, tapping
  }

  private enum Looking: CaseIterable {
    case atTable, atIdentities, atRows, atPath, selecting, deselecting, changingMode
    case deleting, editing, dragging, showing, scrolling
  }

  @Test(arguments: Doing.allCases, Looking.allCases)
  private func gets(doing: Doing, looking: Looking) async throws {
    let looker = Looker()
    func rows(_ ids: some Sequence<Int>) -> [LookingRow] { ids.map { LookingRow($0, looker) } }
    let view = View(.one(HeadlessCell.self) { cell, row, _ in cell.text = "\(row.number)" }, height: 300)
    let binding = view.show(rows(0..<8))
    let link = view.link
    link.selection.mode = .many
    link.selection.select(ids: [1, 2].map { LookingRow.Name($0, looker) })
    link.editing.rules = .deleting() + .inserting() + .updating() + .moving(to: .anywhere)
    looker.look = {
      switch looking {
      case .atTable: _ = link.table.count
      case .atIdentities: _ = link.selection.ids
      case .atRows: _ = link.selection.rows
      case .atPath: _ = link.selection.contains(RowPath(section: 0, row: 1))
      case .selecting: link.selection.select(ids: [LookingRow.Name(3, looker)])
      case .deselecting: link.selection.select(ids: [])
      case .changingMode: link.selection.mode = link.selection.mode == .many ? .one : .many
      case .deleting: link.editing.delete(at: RowPath(section: 0, row: 4))
      case .editing: link.edit(.remove(.path(RowPath(section: 0, row: 5))))
      case .dragging: link.editing.beginDrag(at: RowPath(section: 0, row: 2))?.cancel()  // later edits wait for its end
      case .showing: view.show(rows([1, 2, 7]))
      case .scrolling: view.scroll(to: 88)
      }
    }
    let path = { RowPath(section: 0, row: $0) }
    switch doing {
    case .deleting: link.editing.delete(at: path(1))
    case .inserting: link.editing.insert(LookingRow(9, looker), at: path(1))
    case .updating: link.editing.update(LookingRow(1, looker), at: path(1))
    case .moving: link.editing.move(from: path(1), to: path(4))
    case .editing: link.edit(.remove(.path(path(1))))
    case .movingInView: link.edit(.move(.path(path(2)), to: .path(path(0))))
    case .editingStore: _ = try? await binding.store.edit(.remove(.path(path(1))))
    case .submitting: _ = try? await binding.store.submit(TableSnapshot(rows: rows([2, 1, 9])))
    case .submittingOthers: _ = try? await binding.store.submit(TableSnapshot(rows: rows(20..<30)))
    case .showing: view.show(rows([2, 9, 1]))
    case .selecting: link.selection.select(ids: [LookingRow.Name(4, looker), LookingRow.Name(1, looker)])
    case .tapping: view.tap(path(3))
    }
    looker.look = nil
    #expect(looker.count > 0, "else it has not been asked")
    _ = try? await view.show(rows([1, 2])).store.edit { _ in }
    #expect(view.mismatch == nil && view.violations.isEmpty)
    #expect(link.table.map(\.number) == [1, 2])
    #expect(link.selection.rows.allSatisfy { [1, 2].contains($0.number) })
  }

  @Test func whatARowSelectsWhileTheSelectionFollowsAChangeIsSelectedAfterwards() async throws {
    let looker = Looker()
    let view = View(.one(HeadlessCell.self) { cell, row, _ in cell.text = "\(row.number)" })
    let link = view.link
    view.show((0..<5).map { LookingRow($0, looker) })
    link.selection.mode = .many
    link.selection.select(ids: [1, 2].map { LookingRow.Name($0, looker) })
    link.editing.rules = .deleting()
    looker.look = { link.selection.select(paths: [RowPath(section: 0, row: 0)]) }
    link.editing.delete(at: RowPath(section: 0, row: 1))
    looker.look = nil
    #expect(link.selection.rows.map(\.number) == [0])
    #expect(view.visibleTexts == ["0", "2", "3", "4"])
  }
}

/// The action that rows perform when they are hashed or compared.
@MainActor private final class Looker {
  var look: (@MainActor () -> Void)?
  private var isLooking = false

  /// The number of performed actions.
  private(set) var count = 0

  private nonisolated static let isMain = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: Self.isMain, value: true) }

  /// Performs the action, unless it is already running or this is not the main thread.
  nonisolated func asked() {
    if DispatchQueue.getSpecific(key: Self.isMain) != true { return }
    MainActor.assumeIsolated {
      // An edit compares rows, which would otherwise lead to another edit, endlessly.
      if isLooking || look == nil || count == 12 { return }
      count += 1
      isLooking = true
      look?()
      isLooking = false
    }
  }
}

private final class LookingRow: Diffable, Sendable {
  struct Name: Hashable, Sendable {
    let number: Int
    let looker: Looker

    init(_ number: Int, _ looker: Looker) {
      self.number = number
      self.looker = looker
    }

    static func == (one: Name, two: Name) -> Bool {
      one.looker.asked()
      return one.number == two.number
    }

    func hash(into hasher: inout Hasher) {
      looker.asked()
      hasher.combine(number)
    }
  }

  let number: Int
  private let looker: Looker

  init(_ number: Int, _ looker: Looker) {
    self.number = number
    self.looker = looker
  }

  var identity: Name {
    looker.asked()
    return Name(number, looker)
  }

  func hasSameContent(as other: LookingRow) -> Bool {
    looker.asked()
    return true
  }
}
