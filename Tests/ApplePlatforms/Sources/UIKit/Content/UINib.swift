@MainActor open class UINib: NSObject {
  private let make: () -> [Any]

  public init(nibName name: String, bundle bundleOrNil: Bundle?) {
    make = {
      if let content = StandInNibs.contents[name] { return content() }
      StandInException.raise(
        StandInException.invalidArgument,
        "Could not load NIB in bundle: '\(bundleOrNil ?? .main)' with name '\(name)'")
      return []
    }
    super.init()
  }

  open func instantiate(withOwner ownerOrNil: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any] { make() }

  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// The contents of nibs by name, because only Apple's tools create nib files. Not UIKit API.
///
/// As on Apple's platforms, the bundle determines whether a nib file exists.
@MainActor public enum StandInNibs {
  public static var contents: [String: () -> [Any]] = [:]
}
