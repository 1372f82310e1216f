@testable import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// What comes together in one run of the pipeline: a choice of each kind.
///
/// A table is submitted, and all of this happens while it is differenced.
struct Situation: CustomTestStringConvertible {
  /// Who edits meanwhile; `inside` is a user's edit made while rows are drawn.
  enum Edits: CaseIterable { case none, caller, user, both, inside }
  /// Whether a newer table comes meanwhile.
  enum Newer: CaseIterable { case no, yes }
  /// A drag that begins before the table comes, or meanwhile; it goes on when the difference is made.
  enum Drag: CaseIterable { case none, before, during }
  /// What goes wrong with the view's next batch, or with the second one, or before it.
  enum Refusal: CaseIterable { case none, refuses, refusesLate, throwsLate, tampered }
  /// Whether the view is in its window: always, not at all, until meanwhile, from then on.
  enum Window: CaseIterable { case stays, absent, goes, comes }
  /// What ends meanwhile: the submitting task, the binding, the view, the binding as the view shows another store, or as
  /// the store has another view.
  enum End: CaseIterable { case none, caller, binding, view, replaced, moved }
  /// How large batches may be.
  enum Budget: CaseIterable { case usual, one, reloads }
  /// What follows: nothing, the same view bound again, another one, or a time without any view.
  enum Next: CaseIterable { case none, again, another, alone }
  /// Whether the store outlives its views, or was made for one.
  enum Store: CaseIterable { case outlives, own }
  /// Whether rows and sections share identities.
  enum Twins: CaseIterable { case none, some }
  /// Whether what the user does by hand is refused: at once, or when all the rest has come.
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

  /// Situations without a plan.
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

  /// Whether the difference can be held: where every table is reloaded there is none.
  var isHeld: Bool { budget != .reloads }

  /// Whether the view is not in its window when the first table is to be shown.
  var isAway: Bool { window == .absent || window == .goes }

  /// Why the store has no view when the table could be shown.
  var ending: EndReason? {
    switch end {
    case .none, .caller, .moved: nil
    case .binding: .cancelled
    case .view: .viewGone
    case .replaced: .replaced
    }
  }

  var hasUsersEdit: Bool { edits == .user || edits == .both }

  // MARK: - How it has to come

  /// Whether it is not known what is on screen when the rest happens.
  var isOpen: Bool { edits == .inside && ending == nil || !isHeld && drag != .before }

  /// Whether the first table is shown although there is something newer.
  ///
  /// Its difference is held: it is shown afterwards, unless what it leads from is no longer on screen, or a drag is on.
  var isShownAlone: Bool { drag == .none && end != .moved && (!hasUsersEdit || budget == .one) }

  /// How the first table is shown, with all that came meanwhile if it is not shown alone.
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

  /// How the rest is shown if the first table is shown alone.
  ///
  /// - Parameter isEmpty: Whether nothing changes.
  func secondMode(isEmpty: Bool) -> AppliedMode {
    if budget == .reloads { return .reload(.asked) }
    if isEmpty { return .batch }
    if budget == .one, newer == .yes { return .reload(.batchTooLarge) }
    if isAway { return .reload(.viewNotReady) }
    // The first table was not shown by batches, so this is the first that the view gets.
    if budget == .one, refusal == .refuses || refusal == .throwsLate { return .reload(.refused) }
    return .batch
  }
}

/// What a submission or an edit was answered.
enum SituationAnswer: Equatable {
  case shown(AppliedMode, isSuperseded: Bool, notFound: Int)
  case ended(EndReason)
  case cancelled
}
