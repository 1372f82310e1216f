package import Foundation

/// Knows which nibs there are: to load one that is not there would end the process.
@MainActor package struct NibFinder {
  /// Whether a bundle has a nib of a name.
  package var hasNib: (_ name: String, _ bundle: Bundle) -> Bool

  package init(hasNib: @escaping (String, Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }) {
    self.hasNib = hasNib
  }

  /// The nib that is named like a class, if there is one: beside the class, or else in the main bundle.
  package func nib(for type: AnyClass) -> Nib? {
    let name = String(describing: type)
    return nib(name, in: Bundle(for: type)) ?? nib(name, in: nil)
  }

  /// The nib of a name in a bundle, by default the main one, if there is one.
  package func nib(_ name: String, in bundle: Bundle?) -> Nib? {
    let bundle = bundle ?? .main
    return hasNib(name, bundle) ? Nib(name: name, bundle: bundle) : nil
  }
}

/// A nib that is there.
@MainActor package struct Nib {
  /// The name of its file.
  package let name: String
  /// Where the file is.
  package let bundle: Bundle
}
