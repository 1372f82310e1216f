public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// The values that views inherit from the views around them.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The values of the view whose content is being computed.
  @MainActor static var standInCurrent = EnvironmentValues()
}

@propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  @MainActor public var wrappedValue: Value { EnvironmentValues.standInCurrent[keyPath: keyPath] }
}

extension View {
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { EnvironmentView(content: self, keyPath: keyPath, value: value) }
}

private struct EnvironmentView<Content: View, Value>: View {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value
  var body: Never { StandInContent.isShownByItself() }
  var standInContent: StandInContent {
    let outer = EnvironmentValues.standInCurrent
    defer { EnvironmentValues.standInCurrent = outer }
    EnvironmentValues.standInCurrent[keyPath: keyPath] = value
    return content.standInContent
  }
}
