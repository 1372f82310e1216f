package import Foundation

/// Finds nibs before they are loaded, because loading a nib that does not exist terminates the process.
@MainActor package struct NibFinder {
  package var hasNib: (_ name: String, _ bundle: Bundle) -> Bool

  package init(hasNib: @escaping (String, Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }) {
    self.hasNib = hasNib
  }

  /// Returns the nib named after a class, from the bundle of the class or else from the main bundle, or `nil` if there
  /// is none.
  package func nib(for type: AnyClass) -> Nib? {
    let name = String(describing: type)
    return nib(name, in: Bundle(for: type)) ?? nib(name, in: nil)
  }

  /// Returns the nib with the given name from a bundle, by default the main bundle, if the nib exists.
  package func nib(_ name: String, in bundle: Bundle?) -> Nib? {
    let bundle = bundle ?? .main
    return hasNib(name, bundle) ? Nib(name: name, bundle: bundle) : nil
  }
}

/// A nib that is known to exist.
@MainActor package struct Nib {
  package let name: String
  package let bundle: Bundle
}
