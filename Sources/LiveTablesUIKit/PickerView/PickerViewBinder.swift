#if canImport(UIKit) && !os(tvOS)
public import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

/// Keeps a picker view true to a table: each section is a wheel, each row a line of it.
///
/// ```swift
/// let binder = PickerViewBinder<Unit, Int>(title: { "\($0)" })
/// pickerView.bind(times, using: binder)
/// binder.link.selection.select(ids: [7, 30])                      // turns the wheels
/// for await ids in binder.link.selection.values { … }             // what they show
/// ```
///
/// `pickerView.bind(…)` makes one by itself. Subclasses override what they want to do in their own way.
///
/// A wheel always shows one row, so that row is what is selected (`link.selection`, whose mode is `SelectionMode/many`
/// unless said otherwise): it stays the same row while others come and go around it. Where it goes itself, the wheel
/// rests where it was, or as near to that as there are rows. A row that the user may not select is turned away from.
///
/// A picker view knows no insertions: where something changed, the wheel is drawn anew. It does not say when a finger is on
/// it, so a wheel that is turning may come to rest when its rows change.
///
/// The picker view keeps its binder, and the binder does not keep the view. What was data source and delegate before is put
/// back when the binding is cancelled; that delegate is told and asked meanwhile as `Delegation` says.
@MainActor
open class PickerViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, UIPickerViewDataSource, UIPickerViewDelegate, TableView
{
  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// The picker view, while this is its binder.
  public internal(set) weak var pickerView: UIPickerView?

  let look: PickerLook<Row>
  var wheels = PickerWheels()
  var predecessors = Predecessors()
  /// Why what was bound has ended, until the view is at rest.
  var ending: EndReason?

  init(_ look: PickerLook<Row>) {
    self.look = look
    super.init()
    link.selection.mode = .many
    link.selection.presenter = self
    link.follow(self)
  }

  /// A binder whose rows are texts.
  ///
  /// - Parameter title: The text of a row.
  public convenience init(title: @escaping @MainActor (_ row: Row) -> String) { self.init(.title(title)) }

  /// A binder whose rows are texts with attributes.
  ///
  /// - Parameter attributedTitle: The text of a row.
  public convenience init(attributedTitle: @escaping @MainActor (_ row: Row) -> NSAttributedString) {
    self.init(.attributedTitle(attributedTitle))
  }

  /// A binder whose rows are views.
  ///
  /// - Parameter view: Makes a view show a row: the one that it is given, if that is of its kind, or else a new one.
  public convenience init(view: @escaping @MainActor (_ row: Row, _ reused: UIView?) -> UIView) {
    self.init(.view(view))
  }

  // MARK: - Showing

  /// Whether the view takes its data from here.
  ///
  /// A picker needs neither a window nor a layout.
  open var isReady: Bool { isInPlace }

  /// How many rows the view says that it has in each wheel.
  open var shownRowCounts: [Int]? { isInPlace ? pickerView?.shownRowCounts : nil }

  /// Draws all wheels anew.
  open func reload(commit: () -> Void) {
    commit()
    redraw(nil)
  }

  /// Draws the wheels anew in which something has changed.
  ///
  /// To override it, call `commit` exactly once.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
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
  ) -> UIView { self.view(row, component, view) }

  /// The user has turned a wheel.
  open func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    didSelect(row, component)
  }

  // MARK: - Held back

  override var answeringClass: AnyClass { PickerViewBinder<Section, Row>.self }
  override func holdsBack(_ message: String) -> Bool { look.holdsBack(message) }

  override func keepsBack(_ message: String) -> Bool { look.holdsBack(message) }
}

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
