import LiveTables

/// A view without a screen: it takes each batch at once, so that only the work around it is measured.
@MainActor final class HeadlessView<Row: BenchmarkRow>: TableView {
  let link = TableLink<OneSection, Row>()

  /// How many operations the view was told of.
  private(set) var operations = 0
  private(set) var batches = 0

  /// Told after each batch or reload.
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

/// The same view as it is used without the library: whoever has a new table differences it and applies the stages, all
/// of it on the main actor.
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

/// The same with Heckel's difference of arrays.
@MainActor final class HeckelView<Row: BenchmarkRow> {
  private var rows: [Row] = []
  private(set) var operations = 0

  func show(_ new: [Row]) {
    let changes = Heckel(from: rows, to: new)
    for stage in changes.stages(from: rows, to: new) { rows = stage }
    operations += changes.count
  }
}
