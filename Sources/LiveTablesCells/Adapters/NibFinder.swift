package import Foundation

/// Finds nibs, because loading a nib that does not exist terminates the process.
@MainActor package struct NibFinder {
  package var hasNib: (_ name: String, _ bundle: Bundle) -> Bool

  package init(hasNib: @escaping (String, Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }) {
    self.hasNib = hasNib
  }

  /// Returns the nib with the name of a class from the bundle of the class or else the main bundle, if it exists.
  package func nib(for type: AnyClass) -> Nib? {
    let name = String(describing: type)
    return nib(name, in: Bundle(for: type)) ?? nib(name, in: nil)
  }

  /// Returns the nib with a name from a bundle, by default the main bundle, if it exists.
  package func nib(_ name: String, in bundle: Bundle?) -> Nib? {
    let bundle = bundle ?? .main
    return hasNib(name, bundle) ? Nib(name: name, bundle: bundle) : nil
  }
}

/// A nib that exists.
@MainActor package struct Nib {
  package let name: String
  package let bundle: Bundle
}
