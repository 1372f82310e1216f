public import Foundation

/// The source of new cells, used when no cell can be reused.
public enum CellSource {
  /// The view creates an instance of a class.
  case type(any AnyObject.Type)
  /// A closure that receives the reuse identifier creates the cell.
  ///
  /// UIKit collection views do not support this source. These views report the problem and show placeholders.
  case factory(@MainActor (_ reuseIdentifier: String) -> AnyObject)
  /// The view loads the cell from a nib in a bundle, by default the app's main bundle.
  case nib(String, in: Bundle? = nil)
  /// The reuse identifier is already registered with the view, for example by a prototype cell in a storyboard.
  case prototype

  /// Whether the reuse identifier is already registered with the view.
  package var isPrototype: Bool { if case .prototype = self { true } else { false } }
}

/// How a view shows a visible row whose content has changed.
public enum CellUpdate: Hashable, Sendable {
  /// The current cell is configured again, with the previous row in its context.
  case inPlace
  /// The row is reloaded with a cell from the queue, and the view may animate the change.
  case reload
}
