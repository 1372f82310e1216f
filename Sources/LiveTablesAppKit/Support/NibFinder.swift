#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables

/// Knows which nibs there are: to load one that is not there can end the process.
@MainActor struct NibFinder {
  /// Whether a bundle has a nib of a name.
  var hasNib: (_ name: String, _ bundle: Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }

  /// The nib of some cells, if there is one; one that is named like their type wins over the type.
  func nib(of source: CellSource) -> NSNib? {
    switch source {
    case .type(let type): nib(String(describing: type), Bundle(for: type))
    case .nib(let name): nib(name, .main)
    case .factory, .prototype: nil
    }
  }

  private func nib(_ name: String, _ bundle: Bundle) -> NSNib? {
    hasNib(name, bundle) ? NSNib(nibNamed: name, bundle: bundle) : nil
  }
}

extension CellSource {
  /// Whether cells come from the view itself.
  var isPrototype: Bool { if case .prototype = self { true } else { false } }
}
#endif
