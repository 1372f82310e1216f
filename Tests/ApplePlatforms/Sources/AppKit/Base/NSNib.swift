public import Foundation

@MainActor open class NSNib: NSObject {
  public typealias Name = String

  /// The available nibs by name; each closure creates the single top-level object.
  public static var standInNibs: [Name: @MainActor () -> NSObject] = [:]

  let standInMake: @MainActor () -> NSObject

  public init?(nibNamed nibName: NSNib.Name, bundle: Bundle?) {
    guard let make = Self.standInNibs[nibName] else {
      StandInException.raise("could not load the nibName: \(nibName)")
      return nil
    }
    standInMake = make
    super.init()
  }
}
