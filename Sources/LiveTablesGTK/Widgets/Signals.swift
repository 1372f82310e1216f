#if GTK
import CGTK

/// The arguments of a signal, of which the first is the object that emits it.
struct SignalArguments {
  fileprivate let values: UnsafePointer<GValue>?
  fileprivate let count: Int

  func object(_ index: Int) -> UnsafeMutableRawPointer? { value(index).flatMap { g_value_get_object($0) } }

  func number(_ index: Int) -> Int { value(index).map { Int(g_value_get_uint($0)) } ?? 0 }

  func double(_ index: Int) -> Double { value(index).map { g_value_get_double($0) } ?? 0 }

  func flags(_ index: Int) -> UInt32 { value(index).map { g_value_get_flags($0) } ?? 0 }

  /// The object in an argument that is a value itself.
  func boxedObject(_ index: Int) -> UnsafeMutableRawPointer? {
    value(index).flatMap { g_value_get_boxed($0) }.flatMap {
      g_value_get_object($0.assumingMemoryBound(to: GValue.self))
    }
  }

  func value(_ index: Int) -> UnsafePointer<GValue>? { index < count ? values?.advanced(by: index) : nil }
}

/// The closure of a signal connection, which GLib keeps as long as the connection.
@MainActor private final class SignalClosure {
  let body: (SignalArguments) -> Bool

  init(_ body: @escaping (SignalArguments) -> Bool) { self.body = body }
}

/// Calls a closure, which the object keeps, whenever the object emits a signal.
///
/// - Returns: The number of the connection.
@MainActor @discardableResult func observe(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (SignalArguments) -> Void
) -> UInt {
  observe(object, handling: signal) {
    body($0)
    return false
  }
}

/// Calls a closure whenever an object emits a signal, and returns its result to the object.
@MainActor @discardableResult func observe(
  _ object: UnsafeMutableRawPointer, handling signal: String,
  _ body: @escaping @MainActor (SignalArguments) -> Bool
) -> UInt {
  let data = Unmanaged.passRetained(SignalClosure(body)).toOpaque()
  guard let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), data) else { return 0 }
  g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
    nonisolated(unsafe) let arguments = SignalArguments(values: values, count: Int(count))
    guard let data = livetables_closure_data(closure) else { return }
    let body = Unmanaged<SignalClosure>.fromOpaque(data).takeUnretainedValue()
    let isHandled = MainActor.assumeIsolated { body.body(arguments) }
    if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
  }
  g_closure_add_finalize_notifier(closure, data) { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
  }
  return UInt(g_signal_connect_closure(object, signal, closure, 0))
}
#endif
