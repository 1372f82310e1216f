#if GTK
public import CGTK
public import LiveTablesCells

/// A widget of GTK.
///
/// A subclass creates its widget in ``make()``. A widget in a window keeps its Swift object alive, so properties of
/// subclasses last as long as the widget:
///
/// ```swift
/// final class MailRow: GTKBox {
///   let subject = GTKLabel()
///
///   required init() {
///     super.init()
///     append(subject)
///   }
/// }
/// ```
///
/// For everything that this class does not offer, call GTK's functions with ``pointer``.
@MainActor open class GTKWidget: BinderStorage {
  /// The widget.
  public let pointer: UnsafeMutablePointer<GtkWidget>

  /// The binder that is attached to the widget.
  public var storedBinder: AnyObject?

  var reuseIdentifier: String?

  /// This object, while GTK has references to the widget.
  private var whileInUse: GTKWidget?

  /// The objects of all widgets, because each widget has a single object.
  ///
  /// GTK does not report the end of a widget with two objects, so both would live forever.
  private static var objects: [UnsafeMutablePointer<GtkWidget>: WeakWidget] = [:]

  private struct WeakWidget {
    weak var widget: GTKWidget?
  }

  /// Creates the widget that ``make()`` returns.
  public required init() {
    _ = Self.isGTKStarted
    pointer = Self.make()
    keep()
  }

  /// Whether GTK could be started, which the first widget does unless the application has done so.
  private static let isGTKStarted = gtk_init_check() != 0

  /// Creates a widget, by default an empty box.
  open class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) }

  private init(of pointer: UnsafeMutablePointer<GtkWidget>) {
    self.pointer = pointer
    keep()
  }

  /// Returns the object of a widget that was created with GTK's functions.
  ///
  /// - Parameter pointer: The widget.
  /// - Returns: The object that the widget already has, or a new object.
  public static func wrapping(_ pointer: UnsafeMutablePointer<GtkWidget>) -> GTKWidget {
    known(pointer) ?? GTKWidget(of: pointer)
  }

  static func known(_ pointer: UnsafeMutablePointer<GtkWidget>) -> GTKWidget? { objects[pointer]?.widget }

  isolated deinit {
    if GTKWidget.objects[pointer]?.widget == nil { GTKWidget.objects[pointer] = nil }
    g_object_remove_toggle_ref(object, Self.toggle, Unmanaged.passUnretained(self).toOpaque())
  }

  var object: UnsafeMutablePointer<GObject> { raw.assumingMemoryBound(to: GObject.self) }

  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  private static var toggle: GToggleNotify {
    { data, _, isLast in
      guard let data else { return }
      let widget = Unmanaged<GTKWidget>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { widget.whileInUse = isLast != 0 ? nil : widget }
    }
  }

  /// Makes this object the owner of the widget, and the widget the owner of this object while others refer to it.
  private func keep() {
    GTKWidget.objects[pointer] = WeakWidget(widget: self)
    g_object_ref_sink(raw)
    whileInUse = self
    g_object_add_toggle_ref(object, Self.toggle, Unmanaged.passUnretained(self).toOpaque())
    g_object_unref(raw)
  }

  // MARK: - Appearance

  /// Whether the widget takes the space that is left over.
  public var expands: (horizontally: Bool, vertically: Bool) {
    get { (gtk_widget_get_hexpand(pointer) != 0, gtk_widget_get_vexpand(pointer) != 0) }
    set {
      gtk_widget_set_hexpand(pointer, newValue.horizontally ? 1 : 0)
      gtk_widget_set_vexpand(pointer, newValue.vertically ? 1 : 0)
    }
  }

  /// Whether the widget is shown.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  /// The name of the widget for screen readers, or `nil` for the name that GTK chooses, such as the text of a label.
  ///
  /// The name of a row is the names of the widgets in it, unless the row's widget has a name.
  public var accessibleName: String? {
    didSet { livetables_set_accessible_name(pointer, accessibleName) }
  }

  /// Adds or removes a class of GTK's style sheets, such as `dim-label` or `title-4`.
  ///
  /// - Parameters:
  ///   - name: The name of the class.
  ///   - isSet: Whether the widget has the class.
  public func setStyle(_ name: String, _ isSet: Bool = true) {
    if isSet { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
  }

  /// Calls a closure whenever the widget emits a signal.
  ///
  /// The widget keeps the closure, so the closure must not keep the widget.
  ///
  /// - Parameters:
  ///   - signal: The name of a signal without a result.
  ///   - body: The closure.
  public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) { observe(raw, signal) { _ in body() } }
}
#endif
