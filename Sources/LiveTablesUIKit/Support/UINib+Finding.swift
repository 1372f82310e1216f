#if canImport(UIKit)
import Foundation
import UIKit

extension UINib {
  /// The nib of a name, if there is one: beside a class, or else in the main bundle.
  ///
  /// To load one that is not there would end the process.
  static func find(_ name: String, for type: AnyClass?) -> UINib? {
    let bundles = (type.map { [Bundle(for: $0)] } ?? []) + [Bundle.main]
    guard let bundle = bundles.first(where: { $0.path(forResource: name, ofType: "nib") != nil }) else { return nil }
    return UINib(nibName: name, bundle: bundle)
  }
}
#endif
