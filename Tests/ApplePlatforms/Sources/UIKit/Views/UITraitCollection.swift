public import Foundation

/// What kind of device an interface is for.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone
  case pad
  case tv
  case carPlay
  case mac = 5
  case vision
}

/// The environment of a view.
public final class UITraitCollection: NSObject {
  public let userInterfaceIdiom: UIUserInterfaceIdiom

  init(_ userInterfaceIdiom: UIUserInterfaceIdiom) { self.userInterfaceIdiom = userInterfaceIdiom }
}

extension UIView {
  /// The environment: a phone, unless a test says otherwise.
  public var traitCollection: UITraitCollection { UITraitCollection(UIView.standInIdiom) }
}
