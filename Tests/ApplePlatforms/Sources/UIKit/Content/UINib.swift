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

/// What nibs contain, by their names: a nib is a file that only Apple's tools write. No API of UIKit.
///
/// That there is such a file is for its bundle to say, as on Apple's systems.
@MainActor public enum StandInNibs {
  public static var contents: [String: () -> [Any]] = [:]
}
