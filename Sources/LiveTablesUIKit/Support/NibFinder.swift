#if canImport(UIKit)
import Foundation
import UIKit

/// Knows which nibs there are: to load one that is not there would end the process.
@MainActor struct NibFinder {
  /// Whether a bundle has a nib of a name.
  var hasNib: (_ name: String, _ bundle: Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }

  /// The nib of a name, if there is one: beside a class, or else in the main bundle.
  func nib(_ name: String, for type: AnyClass?) -> UINib? {
    let bundles = (type.map { [Bundle(for: $0)] } ?? []) + [Bundle.main]
    return bundles.first { hasNib(name, $0) }.map { UINib(nibName: name, bundle: $0) }
  }
}
#endif
