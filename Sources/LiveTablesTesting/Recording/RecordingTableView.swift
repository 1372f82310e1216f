public import LiveTablesCells

/// A table view for tests that records the updates it receives.
///
/// ```swift
/// let view = RecordingTableView<OneSection, Mail>()
/// try await view.display(mails)
/// #expect(view.reloads == 1 && view.batches.map(\.count) == [1, 2])
/// ```
@MainActor public final class RecordingTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// An update that the view has received.
  public enum Event: Sendable {
    /// A reload with the given table.
    case reload(TableSnapshot<Section, Row>)
    /// A batch and its animation.
    case batch(BatchUpdate<Section, Row>, BatchAnimation)

    package var operations: BatchOperations? {
      if case .batch(let stage, _) = self { stage.operations } else { nil }
    }

    /// The animation of the batch, or `nil` for a reload.
    package var animation: BatchAnimation? {
      if case .batch(_, let animation) = self { animation } else { nil }
    }

    /// The table after the update.
    package var table: TableSnapshot<Section, Row> {
      switch self {
      case .reload(let table): table
      case .batch(let stage, _): stage.target
      }
    }
  }

  /// The link between the view and its table.
  public let link = TableLink<Section, Row>()

  /// Whether the view accepts batches.
  ///
  /// If not, every change reloads the view.
  public var isReady: Bool

  /// The updates that the view has received, in order.
  public private(set) var events: [Event] = []

  package var onEvent: ((Event) -> Void)?

  /// Creates a view that has not recorded any events.
  ///
  /// - Parameters:
  ///   - isReady: Whether the view accepts batches.
  ///   - fileID: The file of the test, for reports on standard error.
  ///   - line: The line of the test, for reports on standard error.
  public init(isReady: Bool = true, fileID: String = #fileID, line: Int = #line) {
    self.isReady = isReady
    link.origin = "\(fileID):\(line)"
  }

  /// The operations of all recorded batches.
  public var batches: [BatchOperations] { events.compactMap(\.operations) }

  /// The number of recorded reloads.
  public var reloads: Int { events.count { $0.operations == nil } }

  package func forget() { events = [] }

  /// Calls `commit`, and records a reload with the new table.
  public func reload(commit: () -> Void) {
    commit()
    remember(.reload(link.table))
  }

  /// Calls `commit`, and records the batch.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    commit()
    remember(.batch(stage, animation))
  }

  private func remember(_ event: Event) {
    events.append(event)
    onEvent?(event)
  }
}
