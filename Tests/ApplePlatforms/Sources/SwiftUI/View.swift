/// A view that describes its content instead of drawing it.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }

  /// The content that the view would show.
  var standInContent: StandInContent { get }
}

/// The content of a view.
public struct StandInContent: Hashable {
  /// The identities of nested views, from the outside in; a view with a new identity loses its state.
  public var ids: [AnyHashable] = []
  public var texts: [String] = []
}

extension View {
  public var standInContent: StandInContent { body.standInContent }

  public func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(content: self, id: id) }
}

private struct IdentifiedView<Content: View, ID: Hashable>: View {
  let content: Content
  let id: ID
  var body: Never { StandInContent.isShownByItself() }
  var standInContent: StandInContent {
    var content = content.standInContent
    content.ids.insert(AnyHashable(id), at: 0)
    return content
  }
}

extension StandInContent {
  static func isShownByItself() -> Never { fatalError("this view has no body") }
}

extension Never: View {
  public var body: Never { StandInContent.isShownByItself() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct EmptyView: View {
  public init() {}
  public var body: Never { StandInContent.isShownByItself() }
  public var standInContent: StandInContent { StandInContent() }
}

public struct Text: View {
  private let content: String
  public init(_ content: some StringProtocol) { self.content = String(content) }
  public var body: Never { StandInContent.isShownByItself() }
  public var standInContent: StandInContent { StandInContent(texts: [content]) }
}

public struct AnyView: View {
  private let view: any View
  public init(_ view: some View) { self.view = view }
  public var body: Never { StandInContent.isShownByItself() }
  public var standInContent: StandInContent { view.standInContent }
}

public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
