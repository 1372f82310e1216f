import CGTK
import Glibc
import LiveTablesGTK

/// The two usual ways to show another array of strings in a list of GTK.
@MainActor enum UsualWay: String, CaseIterable {
  /// Removes all items of a `GListStore`, and appends the new ones.
  case appending
  /// Replaces all strings of a `GtkStringList` in one call.
  case rebuilding

  private typealias Object = UnsafeMutableRawPointer

  private func makeModel() -> OpaquePointer {
    switch self {
    case .appending: g_list_store_new(gtk_string_object_get_type())
    case .rebuilding: gtk_string_list_new(nil)
    }
  }

  private func show(_ rows: TableSnapshot<OneSection, Line>, in model: OpaquePointer) {
    switch self {
    case .appending:
      g_list_store_remove_all(model)
      for row in rows {
        let string = UnsafeMutableRawPointer(gtk_string_object_new(row.text)!)
        g_list_store_append(model, string)
        g_object_unref(string)
      }
    case .rebuilding:
      let texts = rows.map { strdup($0.text) }
      var pointers = texts.map { UnsafePointer($0) } + [nil]
      gtk_string_list_splice(model, 0, g_list_model_get_n_items(model), &pointers)
      texts.forEach { free($0) }
    }
  }

  /// Creates a list whose factory creates and fills labels without Swift objects, and measures its updates.
  func measure(_ table: TableSnapshot<OneSection, Line>, updates: Int) async throws -> Figures {
    let factory = UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!)
    let setup: @convention(c) (Object, OpaquePointer, Object?) -> Void = {
      _, item, _ in
      gtk_list_item_set_child(item, gtk_label_new(nil))
    }
    let bind: @convention(c) (Object, OpaquePointer, Object?) -> Void = {
      _, item, _ in
      let text = gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(item)!))!
      gtk_label_set_text(OpaquePointer(gtk_list_item_get_child(item)!), text)
      let id = Line.id(in: text)
      MainActor.assumeIsolated { Binds.ids.append(id) }
    }
    g_signal_connect_data(factory, "setup", unsafeBitCast(setup, to: GCallback.self), nil, nil, GConnectFlags(0))
    g_signal_connect_data(factory, "bind", unsafeBitCast(bind, to: GCallback.self), nil, nil, GConnectFlags(0))
    let model = makeModel()
    let view = GTKWidget.wrapping(gtk_list_view_new(gtk_multi_selection_new(model), OpaquePointer(factory)))
    let window = Window(view)
    show(table, in: model)
    window.paint()
    let figures = try await window.measure(table, updates: updates) { show($0, in: model) }
    window.close()
    return figures
  }
}
