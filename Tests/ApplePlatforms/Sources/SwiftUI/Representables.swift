public import AppKit
public import UIKit

@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
  associatedtype NSViewType: NSView
  associatedtype Coordinator = Void
  func makeNSView(context: Context) -> NSViewType
  func updateNSView(_ nsView: NSViewType, context: Context)
  func makeCoordinator() -> Coordinator
  typealias Context = NSViewRepresentableContext<Self>
}

extension NSViewRepresentable {
  public var body: Never { StandInContent.isShownByItself() }
}

@MainActor @preconcurrency public struct NSViewRepresentableContext<View: NSViewRepresentable> {
  public let coordinator: View.Coordinator
  public let environment: EnvironmentValues
  /// Creates a context, as SwiftUI does for each representable in its view hierarchy.
  public init(standInCoordinator: View.Coordinator, standInEnvironment: EnvironmentValues = EnvironmentValues()) {
    (coordinator, environment) = (standInCoordinator, standInEnvironment)
  }
}

@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
  func makeCoordinator() -> Coordinator
  typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
  public var body: Never { StandInContent.isShownByItself() }
}

@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public let coordinator: Representable.Coordinator
  public let environment: EnvironmentValues
  /// Creates a context, as SwiftUI does for each representable in its view hierarchy.
  public init(
    standInCoordinator: Representable.Coordinator, standInEnvironment: EnvironmentValues = EnvironmentValues()
  ) {
    (coordinator, environment) = (standInCoordinator, standInEnvironment)
  }
}
