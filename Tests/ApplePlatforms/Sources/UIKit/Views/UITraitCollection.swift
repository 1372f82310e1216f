public import Foundation

/// The kind of device that an interface is for.
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
  /// The environment of the view, which is a phone unless a test changes it.
  public var traitCollection: UITraitCollection { UITraitCollection(UIView.standInIdiom) }
}
