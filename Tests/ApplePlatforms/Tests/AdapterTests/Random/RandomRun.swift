import Foundation
import LiveTables
import LiveTablesTesting
import LiveTablesUIKit
import UIKit

/// A run of random tables, edits, touches and window changes from one seed, which checks the view when it is idle.
@MainActor struct RandomRun<Screen: RandomScreen> {
  let seed: UInt64
  var dice: Dice
  var tables: RandomTables
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
  let screen = Screen()
  /// The steps of the run, for the description of a failure.
  var steps: [String] = []

  private var wanted = SampleTable()
  private var source: AsyncStream<SampleTable>.Continuation?
  private var binding: TableBinding<SampleSection, SampleRow>?
  private var edits: [Task<Void, Never>] = []

  init(seed: UInt64) {
    self.seed = seed
    dice = Dice(seed: seed &* 3 &+ 1)
    var kind = seed % 3 == 0 ? RandomTables.Kind.duplicates : RandomTables.Kind()
    if seed % 2 == 0 { kind.rows = 40 }
    tables = RandomTables(seed: seed, kind)
    screen.link.editing.rules =
      .deleting() + .moving(to: .anywhere)
      + .actions { _ in [.delete("Delete"), RowAction("Open") { _ in }] }
  }

  private mutating func next() -> SampleTable {
    wanted = tables.next(after: wanted)
    return wanted
  }

  private mutating func bind() {
    let (stream, source) = AsyncStream<SampleTable>.makeStream()
    var options = BindingOptions(animated: dice.chance(3, in: 4))
    if dice.chance(1, in: 8) { options.maximumBatchSize = dice.roll(0...5) }
    options.alwaysReloads = dice.chance(1, in: 16)
    let initial = dice.chance(1, in: 2) ? next() : nil
    binding = screen.bind(stream, initial: initial, options: options)
    self.source = source
  }

  // MARK: - Steps

  private mutating func step() async {
    switch dice.roll(0...29) {
    case 0...6:
      let table = next()
      note("table \(table)") { $0.source?.yield(table) }
    case 7: edit()
    case 8...15:
      screen.act(&dice)
      note(dice.took("finger")) { _ in }
    case 16, 17:
      screen.link.act(&dice)
      note(dice.took("program")) { _ in }
    case 18: toggleWindow()
    case 19, 20: note("layout") { $0.screen.scrollView.layoutIfNeeded() }
    case 21: note("finish") { _ in StandInAnimations.finish() }
    case 22, 23:
      let y = dice.roll(-10...500)
      note("scroll \(y)") { $0.screen.scrollView.standInScroll(to: CGPoint(x: 0, y: y)) }
    case 24:
      let size = CGSize(width: dice.roll(50...120), height: dice.roll(0...220))
      note("size \(size)") { $0.screen.scrollView.frame.size = size }
    case 25: if dice.chance(1, in: 4) { rebind() }
    default:
      for _ in 0..<dice.roll(1...12) { await Task.yield() }
    }
  }

  private mutating func note(_ what: String, _ body: (inout Self) -> Void) {
    steps.append(what)
    body(&self)
  }

  private mutating func edit() {
    guard let store = binding?.store, let path = dice.path(in: screen.link.table),
      let id = screen.link.table[path]?.id
    else { return }
    let isRemoval = dice.chance(1, in: 2)
    note("store \(isRemoval ? "removes" : "updates") \(id)") {
      $0.edits.append(
        Task {
          _ = try? await store.edit { table in
            if isRemoval { table.remove(id: id) } else { table.update(.id(id)) { $0.content += 1 } }
          }
        })
    }
  }

  private mutating func toggleWindow() {
    note("window") {
      if $0.screen.scrollView.superview == nil {
        $0.window.addSubview($0.screen.scrollView)
      } else if $0.dice.chance(1, in: 2) {
        $0.screen.scrollView.removeFromSuperview()
      }
    }
  }

  private mutating func rebind() {
    note("bind") {
      if $0.dice.chance(1, in: 2) { $0.binding?.cancel() }
      $0.source?.finish()
      $0.bind()
    }
  }

  // MARK: - The run

  /// Runs a seed, and returns a description of its problems, or `nil` if there are none.
  static func failure(seed: UInt64, steps count: Int = 40) async -> String? {
    var run = RandomRun(seed: seed)
    var problems: [String] = []
    let exceptions = await StandInException.recording {
      if run.dice.chance(3, in: 4) { run.window.addSubview(run.screen.scrollView) }
      run.bind()
      for _ in 0..<count { await run.step() }
      problems = await run.settle()
    }
    problems += exceptions.map(\.description)
    if problems.isEmpty { return nil }
    return "seed \(seed): \(problems.joined(separator: "; "))\n\(run.steps.joined(separator: "\n"))"
  }

  /// Shows a last table, and compares the idle view with it.
  private mutating func settle() async -> [String] {
    screen.letGo()
    for edit in edits { await edit.value }
    if screen.scrollView.superview == nil { window.addSubview(screen.scrollView) }
    screen.scrollView.frame = CGRect(x: 0, y: 0, width: 100, height: 200)
    let last = next()
    steps.append("last \(last)")
    source?.yield(last)
    source?.finish()
    do {
      try await binding?.finished
    } catch {
      return ["the binding ended with \(error)"]
    }
    for _ in 0..<50 { await Task.yield() }  // for deferred repairs
    screen.scrollView.layoutIfNeeded()
    StandInAnimations.finish()
    screen.scrollView.standInScroll(to: .zero)
    screen.scrollView.layoutIfNeeded()
    // The store may merge a user's edit after the last table.
    return problems(with: await binding?.store.table ?? last)
  }

  private func problems(with table: SampleTable) -> [String] {
    var problems: [String] = []
    if screen.link.table != table { problems.append("the link has \(screen.link.table) instead of \(table)") }
    if screen.counts != table.rowCounts { problems.append("\(screen.counts) rows instead of \(table.rowCounts)") }
    for (path, text) in screen.texts {
      let row = RowPath(path).flatMap { table[$0] }
      if row.map({ "\($0)" }) != text { problems.append("\(text) is drawn at \(path) instead of \(row as Any)") }
    }
    if screen.texts.isEmpty, !table.isEmpty { problems.append("nothing is drawn") }
    for (section, text) in screen.headers where text != "\(table.sections[section].value)" {
      problems.append("header \(text) is drawn at \(section) instead of \(table.sections[section].value)")
    }
    // If the selection mode is `none`, the binder does not manage the selection in the view.
    let selected = screen.link.selection.paths
    let wanted = screen.showsOneSelected ? Array(selected.prefix(1)) : selected
    if screen.link.selection.mode != .none, screen.selected != wanted {
      problems.append("\(screen.selected) look selected instead of \(wanted)")
    }
    if let mismatch = screen.mismatch { problems.append(mismatch) }
    return problems
  }
}
