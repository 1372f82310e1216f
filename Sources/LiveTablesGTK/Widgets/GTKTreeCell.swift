#if GTK
import CGTK
import Foundation
public import LiveTablesOperators

/// A widget for a row of an outline: a button that expands and collapses the node, and the content.
///
/// ```swift
/// ListColumn("Name", cell: GTKTreeCell<GTKLabel>.self) { cell, row, scope in
///   cell.show(row, in: outline)
///   cell.content.text = row.value.name
/// }
/// ```
///
/// If the row has the focus, the right arrow key expands the node, and the left arrow key collapses it.
public final class GTKTreeCell<Content: GTKWidget>: GTKBox, NodeWidget {
  /// The widget beside the button.
  public let content = Content()

  private let button = GTKWidget.wrapping(gtk_button_new())
  private var node = (depth: 0, isExpandable: false, isExpanded: false)
  private var expand: (@MainActor (Bool) -> Void)?

  /// Creates a widget that shows no node yet.
  public required init() {
    super.init()
    button.setStyle("flat")
    gtk_widget_set_focusable(button.pointer, 0)
    gtk_widget_set_valign(button.pointer, GTK_ALIGN_CENTER)
    content.expands.horizontally = true
    append(button)
    append(content)
    button.on("clicked") { [weak self] in if let self { _ = setExpanded(!node.isExpanded) } }
  }

  /// Shows the position of a row in the tree, and expands and collapses its node when the user wants to.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - outline: The outline that contains the row. An outline that has ended does not change.
  public func show<Value: Sendable>(_ row: OutlineRow<Value>, in outline: LiveOutline<Value>) {
    node = (row.depth, row.isExpandable, row.isExpanded)
    let id = row.identity
    expand = { isExpanded in
      Task { _ = try? await outline.edit { _ = isExpanded ? $0.expand(id) : $0.collapse(id) } }
    }
    gtk_widget_set_margin_start(pointer, Int32(clamping: 20 * row.depth))
    gtk_widget_set_opacity(button.pointer, row.isExpandable ? 1 : 0)
    gtk_widget_set_can_target(button.pointer, row.isExpandable ? 1 : 0)
    let icon = row.isExpanded ? "pan-down-symbolic" : "pan-end-symbolic"
    gtk_button_set_icon_name(UnsafeMutableRawPointer(button.pointer).assumingMemoryBound(to: GtkButton.self), icon)
    describe(button.pointer)
    let name = Bundle.main.localizedString(forKey: row.isExpanded ? "Collapse" : "Expand", value: nil, table: nil)
    livetables_set_accessible_name(button.pointer, row.isExpandable ? name : "")
    if let item = gtk_widget_get_parent(pointer) { describe(item) }
  }

  func describe(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let (isNode, isExpanded) = (node.isExpandable ? 1 : 0, node.isExpanded ? 1 : 0) as (Int32, Int32)
    livetables_set_accessible_node(widget, Int32(clamping: node.depth), isNode, isExpanded)
  }

  func setExpanded(_ isExpanded: Bool) -> Bool {
    guard node.isExpandable, isExpanded != node.isExpanded, let expand else { return false }
    expand(isExpanded)
    return true
  }
}

/// A widget for a node of a tree.
@MainActor protocol NodeWidget: AnyObject {
  /// Expands or collapses the node for the user.
  ///
  /// - Returns: Whether the node was collapsed or expanded before.
  func setExpanded(_ isExpanded: Bool) -> Bool

  /// Tells screen readers the depth and the expansion of the node.
  func describe(_ widget: UnsafeMutablePointer<GtkWidget>)
}
#endif
