/// A fault that the tests have to detect, which proves that they test a promise.
///
/// All faults are planted in one copy of the project, which is built once. The environment variable `PLANTED` enables
/// one of them by its name.
struct Mutant {
  /// The tests that have to fail.
  enum Catcher {
    /// `swift test` with this filter.
    case tests(String)
    /// The schedules of these scenarios (Tests/Schedules).
    case schedules([String])
  }

  /// A change of one file that replaces `old`, which must occur exactly once.
  struct Edit {
    let file: String
    let old: String
    let new: String
  }

  let name: String
  /// The numbers of the broken promises in docs/guarantees.md; few terminal faults break one.
  let promises: [Int]
  let catcher: Catcher
  /// Whether CI plants the fault; each run plants a third of these faults.
  let isQuick: Bool
  let edits: [Edit]

  private init(_ name: String, _ promises: [Int], _ catcher: Catcher, isQuick: Bool, _ edits: [Edit]) {
    self.name = name
    self.promises = promises
    self.catcher = catcher
    self.isQuick = isQuick
    self.edits = edits
  }

  /// A fault in an expression.
  static func expression(
    _ name: String, _ promises: [Int], _ catcher: Catcher, quick: Bool = false,
    in file: String, _ old: String, _ new: String, within context: String? = nil
  ) -> Mutant {
    let guarded = "(planted(\"\(name)\") ? (\(new)) : (\(old)))"
    let context = context ?? old
    let edit = Edit(file: file, old: context, new: context.replacing(old, with: guarded))
    return Mutant(name, promises, catcher, isQuick: quick, [edit])
  }

  /// A fault that replaces or removes statements.
  static func statement(
    _ name: String, _ promises: [Int], _ catcher: Catcher, quick: Bool = false,
    in file: String, _ old: String, _ new: String = ""
  ) -> Mutant {
    let guarded = "if planted(\"\(name)\") { \(new) } else { \(old) }"
    return Mutant(name, promises, catcher, isQuick: quick, [Edit(file: file, old: old, new: guarded)])
  }

  /// A fault that changes several places; `PLANTED` in the new texts is replaced with the check whether it is enabled.
  static func rewrite(
    _ name: String, _ promises: [Int], _ catcher: Catcher, quick: Bool = false,
    in file: String, _ texts: (old: String, new: String)...
  ) -> Mutant {
    let edits = texts.map {
      Edit(file: file, old: $0.old, new: $0.new.replacing("PLANTED", with: "planted(\"\(name)\")"))
    }
    return Mutant(name, promises, catcher, isQuick: quick, edits)
  }

  static var all: [Mutant] { batches + order + ends + user + views + input + live + otherRows + terminal }
}

/// The files in which faults are planted.
enum File {
  private static let pipeline = "Sources/LiveTables/"
  private static let engine = "Sources/TableDiff/"
  private static let operators = "Sources/LiveTablesOperators/"

  static let screen = pipeline + "Applying/ScreenMachine.swift"
  static let applier = pipeline + "Applying/TableApplier.swift"
  static let editing = pipeline + "Applying/TableApplier+Editing.swift"
  static let updating = pipeline + "Applying/TableApplier+Updating.swift"
  static let bindingMachine = pipeline + "Applying/BindingMachine.swift"
  static let link = pipeline + "Applying/TableLink.swift"
  static let signals = pipeline + "Applying/BindingSignals.swift"
  static let binding = pipeline + "Binding/TableBinding.swift"
  static let changes = pipeline + "Applying/AppliedLog.swift"
  static let boundView = pipeline + "Binding/BoundView.swift"
  static let captured = pipeline + "Diffing/CapturedTable.swift"
  static let prepared = pipeline + "Diffing/PreparedUpdate.swift"
  static let editor = pipeline + "Editor/TableEditor.swift"
  static let loop = pipeline + "Store/TableStore+Loop.swift"
  static let machine = pipeline + "Store/StoreMachine.swift"
  static let callers = pipeline + "Store/WaitingCallers.swift"
  static let store = pipeline + "Store/TableStore.swift"
  static let changeset = engine + "Changesets/Changeset.swift"
  static let ordering = engine + "Aligning/Ordering.swift"
  static let pairing = engine + "Aligning/Pairing.swift"
  static let planner = engine + "Differencing/StagePlanner.swift"
  static let sections = engine + "Differencing/SectionPairing.swift"
  static let rowType = engine + "Aligning/RowType.swift"
  static let questions = engine + "Aligning/RowQuestion.swift"
  static let sharing = engine + "Aligning/Rope+Sharing.swift"
  static let sequencer = operators + "Steps/Sequencer.swift"
  static let identities = engine + "Storage/IdentityTable.swift"

  static let liveTable = pipeline + "Observing/LiveTable.swift"
  static let state = pipeline + "TableSources/SourceState.swift"
  static let node = operators + "Deriving/OperatorNode.swift"
  static let join = operators + "Deriving/JoinNode.swift"
  static let liveTree = operators + "Deriving/LiveTree.swift"
  static let subscribers = pipeline + "TableSources/SubscriberList.swift"
  static let refreshLog = pipeline + "TableSources/RefreshLog.swift"
  static let rebase = pipeline + "Editor/Rebase.swift"
  static let pending = operators + "Pending/PendingEdits.swift"
  static let optimistic = operators + "Pending/OptimisticTable.swift"
  static let replay = operators + "Pending/PendingReplay.swift"
  static let editable = pipeline + "Edits/TableEditable+Rows.swift"
  static let finder = pipeline + "Edits/RowFinder.swift"
  static let edits = pipeline + "Edits/TableEdit+Applying.swift"
  static let filter = operators + "Operators/FilterOperator.swift"
  static let map = operators + "Operators/MapOperator.swift"
  static let sort = operators + "Operators/SortOperator.swift"
  static let group = operators + "Operators/GroupOperator.swift"
  static let flatten = operators + "Operators/FlattenOperator.swift"
  static let outlet = operators + "Composing/Outlet.swift"
  static let search = operators + "Operators/SearchOperator.swift"
  static let inverting = pipeline + "Edits/Changeset+Inverting.swift"
  static let treePlan = operators + "Trees/Changes/TreePlan.swift"
  static let treeSequencer = operators + "Trees/Changes/TreeSequencer.swift"
  static let treeBuilding = operators + "Trees/Tree/Tree+Building.swift"
  static let treeSorting = operators + "Trees/Tree/Tree+Sorting.swift"
  static let outlineFollowing = operators + "Trees/Outline/Outline+Following.swift"

  private static let terminal = "Sources/LiveTablesTerminal/"
  static let sanitizer = terminal + "Text/Sanitizer.swift"
  static let scroller = terminal + "List/ListScroller.swift"
  static let pacer = terminal + "Session/FramePacer.swift"
  static let keys = terminal + "Keys/KeyDecoder.swift"
  static let terminalUpdates = terminal + "View/TerminalTableView+Updates.swift"
}
