package import Foundation

/// Knows which nibs there are: to load one that is not there would end the process.
@MainActor package struct NibFinder {
  /// Whether a bundle has a nib of a name.
  package var hasNib: (_ name: String, _ bundle: Bundle) -> Bool

  package init(hasNib: @escaping (String, Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }) {
    self.hasNib = hasNib
  }

  /// The nib of a name, if there is one: beside a class, or else in the main bundle.
  package func nib(_ name: String, for type: AnyClass?) -> Nib? {
    let bundles = (type.map { [Bundle(for: $0)] } ?? []) + [Bundle.main]
    return bundles.first { hasNib(name, $0) }.map { Nib(name: name, bundle: $0) }
  }
}

/// A nib that is there.
@MainActor package struct Nib {
  /// The name of its file.
  package let name: String
  /// Where the file is.
  package let bundle: Bundle
}
