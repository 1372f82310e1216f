#if canImport(UIKit) && !os(tvOS)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Binds a `UIPickerView` to a table, with a component for each section.
///
/// ```swift
/// let binder = PickerViewBinder<Unit, Int>(title: { "\($0)" })
/// binder.attach(to: pickerView).bind(times)
/// binder.link.selection.select(ids: [7, 30])                      // scrolls the components to these rows
/// for await ids in binder.link.selection.values { … }             // a row of each component
/// ```
///
/// You can override data source and delegate methods in a subclass. As in any generic class, methods that this class
/// does not implement must be marked `@objc` with their Objective-C names. Without this attribute, the view never calls
/// them.
///
/// Each component always shows a row, and that row is selected (`link.selection`, whose default mode is
/// `SelectionMode/many`). The row stays selected while other rows are inserted and deleted. If that row is deleted, the
/// component keeps its position, or uses the nearest position that exists. If the user is not allowed to select a row,
/// the component returns to its previous row.
///
/// A picker view does not support insertions, so a component is reloaded when its rows change. Because the view does
/// not report touches, a spinning component may stop when its rows change. In the Mac idiom of Mac Catalyst, UIKit
/// terminates an app that shows a picker view.
///
/// The picker view retains its binder, which refers to the view weakly. If the view had a data source before, its data
/// source and delegate are restored when the binding is cancelled. During the binding, methods of the previous delegate
/// are called as described in `Delegation`.
@MainActor
open class PickerViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<UIPickerView, Section, Row>, UIPickerViewDataSource, UIPickerViewDelegate
{
  let look: PickerLook<Row>
  /// The rows that the components show.
  var shown = PickerSelection()

  /// Creates a binder that shows each row as text.
  ///
  /// - Parameter title: A closure that returns the text for a row.
  public init(title: @escaping @MainActor (_ row: Row) -> String) {
    look = .title(title)
    super.init()
    link.selection.mode = .many
  }

  /// Creates a binder that shows each row as attributed text.
  ///
  /// - Parameter attributedTitle: A closure that returns the attributed text for a row.
  public init(attributedTitle: @escaping @MainActor (_ row: Row) -> NSAttributedString) {
    look = .attributedTitle(attributedTitle)
    super.init()
    link.selection.mode = .many
  }

  /// Creates a binder that shows each row as a view.
  ///
  /// - Parameter makeView: A closure that returns the view for a row. Return the reused view if its type is suitable,
  ///   or a new view.
  public init(makeView: @escaping @MainActor (_ row: Row, _ reused: UIView?) -> UIView) {
    look = .view(makeView)
    super.init()
    link.selection.mode = .many
  }

  // MARK: - Updates

  @_spi(Adapters) open override var shownRowCounts: [Int]? { isInPlace ? view?.shownRowCounts : nil }

  /// Reloads all components.
  ///
  /// - Parameter commit: A closure that replaces the data. An override must call this closure exactly once.
  open override func reload(commit: () -> Void) {
    commit()
    reload(nil)
  }

  /// Reloads the components that have changed.
  ///
  /// - Parameters:
  ///   - stage: The batch, along with the tables before and after the batch.
  ///   - animation: Ignored, because picker views do not animate changes.
  ///   - commit: A closure that replaces the data. An override must call this closure exactly once, or call `super`.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    commit()
    reload(PickerSelection.changedComponents(after: stage.operations))
  }

  // MARK: - UIPickerViewDataSource

  /// Returns the number of components.
  open func numberOfComponents(in pickerView: UIPickerView) -> Int { sectionCount }

  /// Returns the number of rows in a component.
  open func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    rowCount(ofSection: component)
  }

  // MARK: - UIPickerViewDelegate

  /// Returns the text for a row.
  open func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    title(at: RowPath(section: component, row: row))
  }

  /// Returns the attributed text for a row.
  open func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? { attributedTitle(at: RowPath(section: component, row: row)) }

  /// Returns the view for a row.
  open func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView { makeView(at: RowPath(section: component, row: row), reusing: view) }

  /// Called when the user has selected a row.
  open func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    didSelect(RowPath(section: component, row: row))
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
  @_spi(Adapters) public override func updateAccessories() { updateSelection(animated: false) }

  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    updateSelection(animated: true)
  }

  @_spi(Adapters) public override func selectionSettles() { updateSelection(animated: false) }
}

/// The form in which a picker view shows rows: titles, attributed titles, or views.
enum PickerLook<Row> {
  case title(@MainActor (Row) -> String)
  case attributedTitle(@MainActor (Row) -> NSAttributedString)
  case view(@MainActor (Row, UIView?) -> UIView)

  /// Returns whether to hide a method, because a picker view prefers views to attributed titles, and attributed titles
  /// to titles.
  func holdsBack(_ message: String) -> Bool {
    switch self {
    case .title: message.contains("viewForRow") || message.contains("attributedTitleForRow")
    case .attributedTitle: message.contains("viewForRow")
    case .view: false
    }
  }
}
#endif
