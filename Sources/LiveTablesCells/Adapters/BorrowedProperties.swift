/// View properties that a binder sets temporarily and restores later.
///
/// If the caller sets such a property in the meantime, the binder restores the caller's value.
@MainActor package final class BorrowedProperties<View: AnyObject> {
  private var loans: [(property: PartialKeyPath<View>, loan: any Loan<View>)] = []

  /// Creates an object that has not set any properties.
  package init() {}

  /// Sets a property, or restores its earlier value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - value: The new value, or `nil` to restore the earlier value.
  ///   - view: The view that has the property.
  package func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<View, Value>, to value: Value?, in view: View
  ) {
    let index = loans.firstIndex { $0.property == property }
    let current = view[keyPath: property]
    if let index, let old = loans[index].loan as? PropertyLoan<View, Value> {
      let original = current == old.value ? old.original : current
      if let value {
        loans[index].loan = PropertyLoan(property: property, original: original, value: value)
      } else {
        loans.remove(at: index)
      }
      let next: Value = if let value { value } else { original }
      if next != current { view[keyPath: property] = next }
    } else if let value {
      loans.append((property, PropertyLoan(property: property, original: current, value: value)))
      if value != current { view[keyPath: property] = value }
    }
  }

  /// Sets an optional property to an object, or restores its earlier value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - object: The new value, or `nil` to restore the earlier value.
  ///   - view: The view that has the property.
  package func setOrRestore<Object: Equatable>(
    _ property: ReferenceWritableKeyPath<View, Object?>, to object: Object?, in view: View
  ) {
    let value: Object?? = if let object { .some(.some(object)) } else { .none }
    set(property, to: value, in: view)
  }

  /// Restores the earlier values of all properties.
  package func restoreAll(in view: View) {
    let ended = loans
    loans = []
    for (_, loan) in ended.reversed() { loan.restore(in: view) }
  }
}

/// A view property that is temporarily set, with the type of its value erased.
@MainActor private protocol Loan<View> {
  associatedtype View: AnyObject
  func restore(in view: View)
}

/// A view property that is temporarily set, with the value to restore.
private struct PropertyLoan<View: AnyObject, Value: Equatable>: Loan {
  let property: ReferenceWritableKeyPath<View, Value>
  /// The value to restore.
  let original: Value
  /// The value that the binder has set.
  let value: Value

  func restore(in view: View) {
    if view[keyPath: property] == value, original != value { view[keyPath: property] = original }
  }
}
