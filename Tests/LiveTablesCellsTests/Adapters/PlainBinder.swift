import LiveTables
@_spi(Adapters) import LiveTablesCells
import TestSupport

/// A view that belongs to no platform.
@MainActor final class PlainView {
  fileprivate var binder: AnyObject?
  weak var dataSource: AnyObject?
  weak var delegate: AnyObject?
  var color = "white" { didSet { colorDidChange() } }
  var width = 1
  var colorDidChange: () -> Void = {}
}

#if !canImport(ObjectiveC)
extension PlainView: BinderStorage {
  var storedBinder: AnyObject? {
    get { binder }
    set { binder = newValue }
  }
}
#endif

final class PlainBinder: ViewBinder<PlainView, OneSection, Item> {
  override func connections(of view: PlainView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  override func connect(_ view: PlainView, to connections: ViewConnections) {
    (view.dataSource, view.delegate) = (connections.dataSource, connections.delegate)
  }

  private(set) var leaves = 0

  override func willGiveBack(_ view: PlainView) { leaves += 1 }

  var whileReloading: () -> Void = {}
  var whileRepairing: () -> Void = {}

  override func repair() { whileRepairing() }

  override func reload(commit: () -> Void) {
    commit()
    whileReloading()
  }
}

/// A binder for a view that must not be updated during a call.
final class QuietBinder: ViewBinder<PlainView, OneSection, Item> {
  private(set) var log: [String] = []

  override func connections(of view: PlainView) -> ViewConnections { ViewConnections(dataSource: view.dataSource) }
  override func connect(_ view: PlainView, to connections: ViewConnections) { view.dataSource = connections.dataSource }
  override var isReady: Bool { true }

  override func reloadView(commit: () -> Void) {
    log.append("reload")
    commit()
  }

  override func performBatch(
    _ stage: BatchUpdate<OneSection, Item>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    log.append("batch")
    commit()
  }

  override func dataWasReplaced(isShown: Bool) { log.append(isShown ? "replaced" : "hidden") }
}
