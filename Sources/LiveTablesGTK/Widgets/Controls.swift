#if GTK
public import CGTK

/// A line of text.
open class GTKLabel: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_label_new(nil) }

  /// Creates a label.
  ///
  /// - Parameter text: The text.
  public convenience init(_ text: String) {
    self.init()
    self.text = text
  }

  /// The text.
  public var text: String {
    get { gtk_label_get_text(OpaquePointer(pointer)).map { String(cString: $0) } ?? "" }
    set { gtk_label_set_text(OpaquePointer(pointer), newValue) }
  }

  /// The horizontal position of the text, from 0 (start) to 1 (end).
  public var alignment: Float {
    get { gtk_label_get_xalign(OpaquePointer(pointer)) }
    set { gtk_label_set_xalign(OpaquePointer(pointer), newValue) }
  }
}

/// A row or a column of widgets.
open class GTKBox: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6) }

  private var box: UnsafeMutablePointer<GtkBox> { raw.assumingMemoryBound(to: GtkBox.self) }

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - isVertical: Whether the widgets are in a column.
  ///   - spacing: The space between the widgets.
  ///   - children: The widgets.
  public convenience init(isVertical: Bool, spacing: Int = 0, _ children: GTKWidget...) {
    self.init()
    gtk_orientable_set_orientation(
      OpaquePointer(pointer), isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    gtk_box_set_spacing(box, Int32(clamping: spacing))
    for child in children { append(child) }
  }

  /// Adds a widget at the end.
  ///
  /// - Parameter child: A widget without a parent.
  public func append(_ child: GTKWidget) { gtk_box_append(box, child.pointer) }
}

/// A field for text.
open class GTKEntry: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_entry_new() }

  /// The text.
  ///
  /// The user can undo typing, but not a text that your code has set: the field may have shown another row before.
  public var text: String {
    get { gtk_editable_get_text(OpaquePointer(pointer)).map { String(cString: $0) } ?? "" }
    set {
      if newValue == text { return }
      let field = OpaquePointer(pointer)
      let canUndo = gtk_editable_get_enable_undo(field)
      gtk_editable_set_enable_undo(field, 0)  // which ends the history
      gtk_editable_set_text(field, newValue)
      gtk_editable_set_enable_undo(field, canUndo)
    }
  }

  /// Calls a closure with the text whenever it has changed.
  ///
  /// - Parameter body: The closure, which the field keeps.
  public func onChange(_ body: @escaping @MainActor (String) -> Void) {
    on("changed") { [weak self] in if let self { body(text) } }
  }
}

/// A field for a search.
open class GTKSearchEntry: GTKEntry {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_search_entry_new() }
}

/// A view that scrolls its content.
open class GTKScrolledWindow: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_scrolled_window_new() }

  /// Creates a view that takes all the space that is left over.
  ///
  /// - Parameter content: The widget to scroll, such as a list view.
  public convenience init(_ content: GTKWidget) {
    self.init()
    gtk_scrolled_window_set_child(OpaquePointer(pointer), content.pointer)
    // Without rows, a list cannot have the focus, and its surroundings would take it and keep it.
    if content is GTKItemView { gtk_widget_set_focusable(pointer, 0) }
    expands = (true, true)
  }
}

/// A view with widgets above it.
///
/// ```swift
/// let nothing = GTKLabel("No mail")
/// binder.accessories.emptyView = nothing
/// let content = GTKOverlay(GTKScrolledWindow(list), nothing)
/// ```
open class GTKOverlay: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_overlay_new() }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - content: The widget that determines the size of the view.
  ///   - overlays: The widgets above it, which are not larger than they need to be.
  public convenience init(_ content: GTKWidget, _ overlays: GTKWidget...) {
    self.init()
    gtk_overlay_set_child(OpaquePointer(pointer), content.pointer)
    for overlay in overlays {
      gtk_widget_set_halign(overlay.pointer, GTK_ALIGN_CENTER)
      gtk_widget_set_valign(overlay.pointer, GTK_ALIGN_CENTER)
      gtk_overlay_add_overlay(OpaquePointer(pointer), overlay.pointer)
    }
  }
}

/// A window.
open class GTKWindow: GTKWidget {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_window_new() }

  var window: UnsafeMutablePointer<GtkWindow> { raw.assumingMemoryBound(to: GtkWindow.self) }

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - size: The width and height of the window at first.
  ///   - content: The widget in the window.
  public convenience init(_ title: String, size: (width: Int, height: Int) = (400, 600), content: GTKWidget) {
    self.init()
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, Int32(clamping: size.width), Int32(clamping: size.height))
    gtk_window_set_child(window, content.pointer)
  }

  /// Closes the window, which ends the bindings of its views unless something else keeps these views.
  public func close() { gtk_window_destroy(window) }
}
#endif
