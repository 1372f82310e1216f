public import Foundation

/// The source of new cells, used if no cell can be reused.
public enum CellSource {
  /// The view creates an instance of a class.
  case type(any AnyObject.Type)
  /// A closure creates the cell. It receives the reuse identifier.
  ///
  /// UIKit collection views do not support factories: they report the problem and show placeholders.
  case factory(@MainActor (_ reuseIdentifier: String) -> AnyObject)
  /// The view loads the cell from a nib in a bundle, by default the app's.
  case nib(String, in: Bundle? = nil)
  /// The reuse identifier is already known to the view, such as for a prototype cell of a storyboard.
  case prototype

  /// Whether the reuse identifier is already known to the view.
  package var isPrototype: Bool { if case .prototype = self { true } else { false } }
}

/// How a view shows changed content of a visible row.
public enum CellUpdate: Hashable, Sendable {
  /// The cell is configured again. The context contains the previous row.
  case inPlace
  /// The row is reloaded: it gets a cell from the queue, and the view may animate the change.
  case reload
}
