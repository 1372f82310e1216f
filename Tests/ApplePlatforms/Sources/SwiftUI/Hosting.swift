public import AppKit
public import UIKit

/// A view or configuration that hosts a SwiftUI view in UIKit or AppKit.
@MainActor public protocol StandInHost {
  var standInContent: StandInContent { get }
}

@MainActor open class NSHostingView<Content: View>: NSView, StandInHost {
  open var rootView: Content

  public required init(rootView: Content) {
    self.rootView = rootView
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { return nil }
  public required convenience init(standInFrame frame: NSRect) { fatalError("it is made with its root view") }

  public var standInContent: StandInContent { rootView.standInContent }
}

@MainActor public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration, StandInHost {
  private let content: Content

  public func makeContentView() -> any UIView & UIContentView { StandInHostingView(self) }
  public func updated(for state: any UIConfigurationState) -> UIHostingConfiguration { self }

  public var standInContent: StandInContent { content.standInContent }
}

extension UIHostingConfiguration where Background == EmptyView {
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

private final class StandInHostingView: UIView, UIContentView {
  var configuration: any UIContentConfiguration

  init(_ configuration: some UIContentConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { return nil }
}
