@testable import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// One choice for each factor of a run of the pipeline.
///
/// The run submits a table, and everything else happens while that table is diffed.
struct Situation: CustomTestStringConvertible {
  /// Who edits during the diff; `inside` is a user's edit while rows are drawn.
  enum Edits: CaseIterable { case none, caller, user, both, inside }
  /// Whether a newer table is submitted during the diff.
  enum Newer: CaseIterable { case no, yes }
  /// When a drag begins: before the table is submitted, or during the diff; it outlasts the diff.
  enum Drag: CaseIterable { case none, before, during }
  /// How the view's next or second batch fails, or whether the view is changed outside before it.
  enum Refusal: CaseIterable { case none, refuses, refusesLate, throwsLate, tampered }
  /// When the view is in its window: always, never, until the diff, or from the diff on.
  enum Window: CaseIterable { case stays, absent, goes, comes }
  /// The task or object that ends during the diff; the binding also ends if the view shows another store (`replaced`)
  /// or the store has another view (`moved`).
  enum End: CaseIterable { case none, caller, binding, view, replaced, moved }
  /// The maximum size of a batch.
  enum Budget: CaseIterable { case usual, one, reloads }
  /// How the run continues: not at all, with the same view bound again, with another view, or without a view.
  enum Next: CaseIterable { case none, again, another, alone }
  /// Whether the store outlives its views, or was created for one view.
  enum Store: CaseIterable { case outlives, own }
  /// Whether rows and sections share identities.
  enum Twins: CaseIterable { case none, some }
  /// Whether a user's edit is refused: not at all, immediately, or after everything else.
  enum Review: CaseIterable { case accepts, refuses, refusesLate }

  static let factors = [
    Edits.allCases.count, Newer.allCases.count, Drag.allCases.count, Refusal.allCases.count, Window.allCases.count,
    End.allCases.count, Budget.allCases.count, Next.allCases.count, Store.allCases.count, Twins.allCases.count,
    Review.allCases.count,
  ]
  static let array = CoveringArray(factors)
  static let all = array.rows.enumerated().flatMap { number, row in
    (0..<4).map { Situation(row: row, seed: UInt64(number * 100 + $0)) }
  }

  /// Returns random situations.
  static func drawn(_ count: Int, seed: UInt64) -> [Situation] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Situation(row: factors.map { Int.random(in: 0..<$0, using: &random) }, seed: random.next() % 1_000_000)
    }
  }

  let row: [Int]
  let seed: UInt64

  var edits: Edits { Edits.allCases[row[0]] }
  var newer: Newer { Newer.allCases[row[1]] }
  var drag: Drag { Drag.allCases[row[2]] }
  var refusal: Refusal { Refusal.allCases[row[3]] }
  var window: Window { Window.allCases[row[4]] }
  var end: End { End.allCases[row[5]] }
  var budget: Budget { Budget.allCases[row[6]] }
  var next: Next { Next.allCases[row[7]] }
  var store: Store { Store.allCases[row[8]] }
  var twins: Twins { Twins.allCases[row[9]] }
  var review: Review { Review.allCases[row[10]] }

  var testDescription: String {
    "edits \(edits), newer \(newer), drag \(drag), refusal \(refusal), window \(window), end \(end), budget \(budget), "
      + "next \(next), store \(store), twins \(twins), review \(review), seed \(seed)"
  }

  /// Whether the diff can be held; if every table is reloaded, there is none.
  var isHeld: Bool { budget != .reloads }

  /// Whether the view is out of its window when the first table is ready to be shown.
  var isAway: Bool { window == .absent || window == .goes }

  /// The reason why the store has no view when the table is ready to be shown, or `nil` if it has one.
  var ending: EndReason? {
    switch end {
    case .none, .caller, .moved: nil
    case .binding: .cancelled
    case .view: .viewGone
    case .replaced: .replaced
    }
  }

  var hasUsersEdit: Bool { edits == .user || edits == .both }

  // MARK: - Expected results

  /// Whether the presented table is unpredictable while the other events happen.
  var isOpen: Bool { edits == .inside && ending == nil || !isHeld && drag != .before }

  /// Whether the first table is shown although there is a newer one.
  ///
  /// Its diff is held, so it is shown afterwards, unless its base is no longer on screen or a drag is in progress.
  var isShownAlone: Bool { drag == .none && end != .moved && (!hasUsersEdit || budget == .one) }

  /// How the first table is shown, together with all later changes if it is not shown alone.
  var mode: AppliedMode {
    if end == .moved { return .reload(.firstTable) }
    switch budget {
    case .reloads: return .reload(.asked)
    case .one: return .reload(.batchTooLarge)
    case .usual: break
    }
    if isAway { return .reload(.viewNotReady) }
    return switch refusal {
    case .none: .batch
    case .refuses, .refusesLate, .throwsLate: .reload(.refused)
    case .tampered: .reload(.changedOutside)
    }
  }

  /// Returns how the rest is shown if the first table is shown alone.
  ///
  /// - Parameter isEmpty: Whether the rest changes nothing.
  func secondMode(isEmpty: Bool) -> AppliedMode {
    if budget == .reloads { return .reload(.asked) }
    if isEmpty { return .batch }
    if budget == .one, newer == .yes { return .reload(.batchTooLarge) }
    if isAway { return .reload(.viewNotReady) }
    // The first table was reloaded, so this is the view's first batch.
    if budget == .one, refusal == .refuses || refusal == .throwsLate { return .reload(.refused) }
    return .batch
  }
}

/// The answer to a submission or an edit.
enum SituationAnswer: Equatable {
  case shown(AppliedMode, isSuperseded: Bool, notFound: Int)
  case ended(EndReason)
  case cancelled
}
