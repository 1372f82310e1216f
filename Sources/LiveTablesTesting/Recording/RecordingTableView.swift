@_spi(Adapters) public import LiveTablesCells

/// A table view that only records the calls that it gets.
///
/// ```swift
/// let view = RecordingTableView<OneSection, Mail>()
/// try await view.display(mails)
/// #expect(view.reloads == 1 && view.batches.map(\.count) == [1, 2])
/// ```
@MainActor public final class RecordingTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// A call that the view got.
  public enum Event: Sendable {
    /// To show this table from scratch.
    case reload(TableSnapshot<Section, Row>)
    /// To show this batch.
    case batch(BatchUpdate<Section, Row>, BatchAnimation)

    /// What happens in the batch; `nil` for a reload.
    package var operations: BatchOperations? {
      if case .batch(let stage, _) = self { stage.operations } else { nil }
    }

    /// How the batch was to be animated; `nil` for a reload.
    @_spi(Adapters) public var animation: BatchAnimation? {
      if case .batch(_, let animation) = self { animation } else { nil }
    }

    /// The table that was shown afterwards.
    public var table: TableSnapshot<Section, Row> {
      switch self {
      case .reload(let table): table
      case .batch(let stage, _): stage.target
      }
    }
  }

  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// Whether the view takes batches; otherwise it is only reloaded.
  public var isReady: Bool

  /// The calls that the view got, in order.
  public private(set) var events: [Event] = []

  /// Called after every event, inside the turn of the call.
  package var onEvent: ((Event) -> Void)?

  /// Creates a view that got no call yet.
  ///
  /// - Parameters:
  ///   - isReady: Whether the view takes batches.
  ///   - fileID: The file of the test, which the view's reports name.
  ///   - line: The line in it.
  public init(isReady: Bool = true, fileID: String = #fileID, line: Int = #line) {
    self.isReady = isReady
    link.origin = "\(fileID):\(line)"
  }

  /// The batches among the events, without their tables.
  public var batches: [BatchOperations] { events.compactMap(\.operations) }

  /// How many of the events were reloads.
  public var reloads: Int { events.count { $0.operations == nil } }

  /// Forgets the events up to here.
  package func forget() { events = [] }

  /// Commits, and remembers the table.
  public func reload(commit: () -> Void) {
    commit()
    remember(.reload(link.table))
  }

  /// Commits, and remembers the batch.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    commit()
    remember(.batch(stage, animation))
  }

  private func remember(_ event: Event) {
    events.append(event)
    onEvent?(event)
  }
}
