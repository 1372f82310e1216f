import LiveTables

/// A view without a screen that applies each batch at once, so that only the work around it is measured.
@MainActor final class HeadlessView<Row: BenchmarkRow>: TableView {
  let link = TableLink<OneSection, Row>()

  /// The number of operations that the view has received.
  private(set) var operations = 0
  private(set) var batches = 0

  /// Called after each batch or reload.
  var onShown: () -> Void = {}

  func reload(commit: () -> Void) {
    commit()
    batches += 1
    onShown()
  }

  func perform(_ stage: BatchUpdate<OneSection, Row>, animation: BatchAnimation, commit: () -> Void) {
    commit()
    operations += stage.operations.count
    batches += 1
    onShown()
  }
}

/// A view without the library's pipeline, which diffs and applies each new table on the main actor.
@MainActor final class PlainView<Row: BenchmarkRow> {
  private var table = TableSnapshot<OneSection, Row>(rows: [])
  private(set) var operations = 0

  func show(_ new: TableSnapshot<OneSection, Row>) {
    for stage in new.difference(from: table).stages {
      table = stage.target
      operations += stage.operations.count
    }
    table = new
  }
}

/// A view like `PlainView` that diffs arrays with Heckel's algorithm.
@MainActor final class HeckelView<Row: BenchmarkRow> {
  private var rows: [Row] = []
  private(set) var operations = 0

  func show(_ new: [Row]) {
    let changes = Heckel(from: rows, to: new)
    for stage in changes.stages(from: rows, to: new) { rows = stage }
    operations += changes.count
  }
}
