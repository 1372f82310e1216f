#if GTK
import CGTK

/// The content of a ``ListModel``: numbered lines, some of which are selected.
@MainActor protocol ListModelContent: AnyObject {
  /// The number of lines, as of the signal that is being emitted.
  var lineCount: Int { get }

  /// Returns the object of a line, with a reference for the caller.
  func takeItem(at line: Int) -> UnsafeMutableRawPointer?

  func isSelected(_ line: Int) -> Bool

  /// The selected lines in a range, in order.
  func selectedLines(in range: Range<Int>) -> [Int]

  /// Handles the user's selection of lines.
  ///
  /// - Parameters:
  ///   - lines: The lines to select.
  ///   - isKept: A closure that returns whether another line stays selected.
  /// - Returns: Whether the user can select rows.
  func userSelects(_ lines: some Sequence<Int>, keeping isKept: (Int) -> Bool) -> Bool
}

/// An object that is a list model of GTK and its own selection model.
///
/// Both are in one object, so that selected rows are looked up by their identity, and moving rows changes nothing in a
/// list of selected positions.
@MainActor final class ListModel {
  let object: UnsafeMutableRawPointer
  private weak var content: (any ListModelContent)?

  init(_ content: any ListModelContent) {
    self.content = content
    object = UnsafeMutableRawPointer(g_object_new_with_properties(Self.type, 0, nil, nil))
    object.assumingMemoryBound(to: LiveTablesModel.self).pointee.owner = Unmanaged.passUnretained(self).toOpaque()
  }

  isolated deinit {
    object.assumingMemoryBound(to: LiveTablesModel.self).pointee.owner = nil
    g_object_unref(object)
  }

  /// Tells the view that lines were replaced in the content.
  func changed(at line: Int, removed: Int, added: Int) {
    if removed == 0, added == 0 { return }
    g_list_model_items_changed(OpaquePointer(object), UInt32(line), UInt32(removed), UInt32(added))
  }

  /// Tells the view that lines in a range may have been selected or deselected.
  func selectionChanged(in lines: ClosedRange<Int>) {
    gtk_selection_model_selection_changed(OpaquePointer(object), UInt32(lines.lowerBound), UInt32(lines.count))
  }

  /// Returns the model as the content of a drag.
  func makeContent() -> UnsafeMutablePointer<GdkContentProvider>? {
    var value = GValue()
    g_value_init(&value, Self.type)
    g_value_set_object(&value, object)
    defer { g_value_unset(&value) }
    return gdk_content_provider_new_for_value(&value)
  }

  // MARK: - The type

  private static func content(of object: UnsafeMutableRawPointer?) -> (any ListModelContent)? {
    guard let owner = object?.assumingMemoryBound(to: LiveTablesModel.self).pointee.owner else { return nil }
    return Unmanaged<ListModel>.fromOpaque(owner).takeUnretainedValue().content
  }

  private typealias Object = UnsafeMutableRawPointer

  private static let itemType: GType = registerType("LiveTablesItem", size: MemoryLayout<GObject>.size)

  /// Creates an object for a line.
  static func makeItem() -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(g_object_new_with_properties(itemType, 0, nil, nil))
  }

  private static func registerType(_ name: String, size: Int) -> GType {
    g_type_register_static_simple(
      livetables_type_object(), name, UInt32(MemoryLayout<GObjectClass>.size), nil, UInt32(size), nil,
      GTypeFlags(rawValue: 0))
  }

  static let type: GType = {
    let type = registerType("LiveTablesModel", size: MemoryLayout<LiveTablesModel>.size)
    let implementList: @convention(c) @MainActor (Object?, Object?) -> Void = { interface, _ in
      ListModel.implement(list: interface!.assumingMemoryBound(to: GListModelInterface.self))
    }
    let implementSelection: @convention(c) @MainActor (Object?, Object?) -> Void = { interface, _ in
      ListModel.implement(selection: interface!.assumingMemoryBound(to: GtkSelectionModelInterface.self))
    }
    var list = GInterfaceInfo(interface_init: function(implementList), interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, livetables_type_list_model(), &list)
    var selection = GInterfaceInfo(
      interface_init: function(implementSelection), interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, livetables_type_selection_model(), &selection)
    return type
  }()

  /// Returns a function of the main actor as one that GTK calls, which it does on the main thread only.
  private static func function<Isolated, Plain>(_ function: Isolated) -> Plain {
    unsafeBitCast(function, to: Plain.self)
  }

  private static func implement(list interface: UnsafeMutablePointer<GListModelInterface>) {
    let type: @convention(c) @MainActor (Object?) -> GType = { _ in ListModel.itemType }
    let count: @convention(c) @MainActor (Object?) -> UInt32 = { UInt32(ListModel.content(of: $0)?.lineCount ?? 0) }
    let item: @convention(c) @MainActor (Object?, UInt32) -> Object? = { object, line in
      guard let content = ListModel.content(of: object), line < content.lineCount else { return nil }
      return content.takeItem(at: Int(line))
    }
    interface.pointee.get_item_type = function(type)
    interface.pointee.get_n_items = function(count)
    interface.pointee.get_item = function(item)
  }

  private static func implement(selection interface: UnsafeMutablePointer<GtkSelectionModelInterface>) {
    typealias One = @convention(c) @MainActor (Object?, UInt32, gboolean) -> gboolean
    let isSelected: @convention(c) @MainActor (Object?, UInt32) -> gboolean = {
      ListModel.content(of: $0)?.isSelected(Int($1)) == true ? 1 : 0
    }
    let inRange: @convention(c) @MainActor (Object?, UInt32, UInt32) -> OpaquePointer? = { object, first, count in
      let found = gtk_bitset_new_empty()
      guard let content = ListModel.content(of: object) else { return found }
      for line in content.selectedLines(in: Int(first)..<Int(first) + Int(count)) {
        gtk_bitset_add(found, UInt32(line))
      }
      return found
    }
    let select: One = { object, line, isOnly in
      let line = CollectionOfOne(Int(line))
      return ListModel.content(of: object)?.userSelects(line) { _ in isOnly == 0 } == true ? 1 : 0
    }
    let unselect: @convention(c) @MainActor (Object?, UInt32) -> gboolean = { object, line in
      ListModel.content(of: object)?.userSelects(EmptyCollection()) { $0 != Int(line) } == true ? 1 : 0
    }
    let selectAll: @convention(c) @MainActor (Object?) -> gboolean = { object in
      guard let content = ListModel.content(of: object) else { return 0 }
      return content.userSelects(0..<content.lineCount) { _ in false } ? 1 : 0
    }
    let unselectAll: @convention(c) @MainActor (Object?) -> gboolean = { object in
      ListModel.content(of: object)?.userSelects(EmptyCollection()) { _ in false } == true ? 1 : 0
    }
    let set: @convention(c) @MainActor (Object?, OpaquePointer?, OpaquePointer?) -> gboolean = { object, lines, mask in
      guard let content = ListModel.content(of: object), let chosen = gtk_bitset_copy(lines) else { return 0 }
      defer { gtk_bitset_unref(chosen) }
      gtk_bitset_intersect(chosen, mask)
      // The mask of a range contains all lines.
      return content.userSelects(ListModel.lines(of: chosen)) { gtk_bitset_contains(mask, UInt32($0)) == 0 } ? 1 : 0
    }
    // GTK selects and deselects ranges with `set_selection`.
    interface.pointee.is_selected = function(isSelected)
    interface.pointee.get_selection_in_range = function(inRange)
    interface.pointee.select_item = function(select)
    interface.pointee.unselect_item = function(unselect)
    interface.pointee.select_all = function(selectAll)
    interface.pointee.unselect_all = function(unselectAll)
    interface.pointee.set_selection = function(set)
  }

  private static func lines(of bitset: OpaquePointer) -> [Int] {
    var (lines, iterator, line) = ([Int](), GtkBitsetIter(), UInt32(0))
    var isValid = gtk_bitset_iter_init_first(&iterator, bitset, &line)
    while isValid != 0 {
      lines.append(Int(line))
      isValid = gtk_bitset_iter_next(&iterator, &line)
    }
    return lines
  }
}
#endif
