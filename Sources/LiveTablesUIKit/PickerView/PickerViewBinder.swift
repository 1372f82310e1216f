#if canImport(UIKit) && !os(tvOS)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Binds a `UIPickerView`: each section is a wheel, each row a line of it.
///
/// ```swift
/// let binder = PickerViewBinder<Unit, Int>(title: { "\($0)" })
/// binder.attach(to: pickerView).bind(times)
/// binder.link.selection.select(ids: [7, 30])                      // turns the wheels
/// for await ids in binder.link.selection.values { … }             // what they show
/// ```
///
/// A subclass overrides methods of the data source and of the delegate. One that this class does not have is marked
/// `@objc` with its Objective-C name, as in any generic class; otherwise the view never calls it.
///
/// A wheel always shows one row, and that row is selected (`link.selection`, whose mode is `SelectionMode/many` by
/// default): it stays the same row while others are inserted and deleted around it. If it is deleted, the wheel stays
/// where it was, or as near to that as there are rows. The wheel turns away from a row that the user may not select.
///
/// A picker view knows no insertions: a wheel with changes is reloaded. The view does not say when a finger is on it, so a
/// wheel that is turning may stop when its rows change. Mac Catalyst has no picker views in the idiom of a Mac: UIKit ends
/// an app that shows one.
///
/// The picker view keeps its binder, and the binder does not keep the view. If it had a data source before, that and its
/// delegate are put back when the binding is cancelled; `Delegation` says what the earlier delegate gets meanwhile.
@MainActor
open class PickerViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<UIPickerView, Section, Row>, UIPickerViewDataSource, UIPickerViewDelegate
{
  let look: PickerLook<Row>
  var wheels = PickerWheels()

  /// Creates a binder whose rows are texts.
  ///
  /// - Parameter title: The text of a row.
  public init(title: @escaping @MainActor (_ row: Row) -> String) {
    look = .title(title)
    super.init()
    link.selection.mode = .many
  }

  /// Creates a binder whose rows are texts with attributes.
  ///
  /// - Parameter attributedTitle: The text of a row.
  public init(attributedTitle: @escaping @MainActor (_ row: Row) -> NSAttributedString) {
    look = .attributedTitle(attributedTitle)
    super.init()
    link.selection.mode = .many
  }

  /// Creates a binder whose rows are views.
  ///
  /// - Parameter makeView: Makes a view show a row: the one that it is given, if that is of its type, or else a new one.
  public init(makeView: @escaping @MainActor (_ row: Row, _ reused: UIView?) -> UIView) {
    look = .view(makeView)
    super.init()
    link.selection.mode = .many
  }

  // MARK: - Showing

  /// How many rows the view counts in each wheel.
  @_spi(Adapters) open override var shownRowCounts: [Int]? { isInPlace ? view?.shownRowCounts : nil }

  /// Draws all wheels.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) {
    commit()
    redraw(nil)
  }

  /// Draws the wheels in which something has changed.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Wheels know none.
  ///   - commit: Swaps the data; an override calls it exactly once, or calls `super`.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    commit()
    redraw(PickerWheels.stale(after: stage.operations))
  }

  // MARK: - UIPickerViewDataSource

  /// How many wheels there are.
  open func numberOfComponents(in pickerView: UIPickerView) -> Int { link.table.sections.count }

  /// How many rows a wheel has.
  open func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    rowCount(component)
  }

  // MARK: - UIPickerViewDelegate

  /// The text of a row.
  open func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    title(row, component)
  }

  /// The text of a row, with attributes.
  open func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? { attributedTitle(row, component) }

  /// The view of a row.
  open func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView { makeView(row, component, view) }

  /// The user has turned a wheel.
  open func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    didSelect(row, component)
  }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["UIPickerViewDelegate"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { PickerViewBinder<Section, Row>.self }
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool { look.holdsBack(message) }
  @_spi(Adapters) open override func forwards(_ message: String) -> Bool { !look.holdsBack(message) }

  @_spi(Adapters) public override func connections(of view: UIPickerView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: UIPickerView, to connections: ViewConnections) {
    view.dataSource = connections.dataSource as? any UIPickerViewDataSource
    view.delegate = connections.delegate as? any UIPickerViewDelegate
  }

  @_spi(Adapters) public override func didGiveBack(_ view: UIPickerView) { view.reloadAllComponents() }
  @_spi(Adapters) public override func updateAccessories() { settle(animated: false) }

  /// Turns the wheels to the rows that are selected.
  ///
  /// - Parameters:
  ///   - selected: Rows that are selected now.
  ///   - deselected: Rows that are not any more.
  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    settle(animated: true)
  }

  /// Selects what the wheels show, also where a selected row was deleted.
  @_spi(Adapters) public override func selectionSettles() { settle(animated: false) }
}

#if !canImport(ObjectiveC)
extension PickerViewBinder {
  /// Stands for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any UIPickerViewDelegate)? {
    earlierDelegate as? any UIPickerViewDelegate
  }

  /// Whether rows are views.
  @_spi(Adapters) public var standInMakesViews: Bool { look.makesViews }
}
#endif

/// What the rows of a picker look like.
enum PickerLook<Row> {
  case title(@MainActor (Row) -> String)
  case attributedTitle(@MainActor (Row) -> NSAttributedString)
  case view(@MainActor (Row, UIView?) -> UIView)

  /// Whether there is nothing to be said about a message: a picker asks for views, if it is told that there are any, and for
  /// attributed titles before others.
  func holdsBack(_ message: String) -> Bool {
    switch self {
    case .title: message.contains("viewForRow") || message.contains("attributedTitleForRow")
    case .attributedTitle: message.contains("viewForRow")
    case .view: false
    }
  }

  var makesViews: Bool { if case .view = self { true } else { false } }
}
#endif
