public import Foundation

/// Where a new cell comes from when no cell waits to be reused.
public enum CellSource {
  /// The view makes an instance of a class.
  case type(any AnyObject.Type)
  /// A closure makes it, with the reuse identifier that it gets.
  ///
  /// Not in a collection view of UIKit, which makes its cells itself: it shows placeholders and reports them.
  case factory(@MainActor (_ reuseIdentifier: String) -> AnyObject)
  /// The view loads it from a nib with this name in a bundle, by default the app's.
  case nib(String, in: Bundle? = nil)
  /// The view knows it by its reuse identifier, like a prototype cell of a storyboard.
  case prototype

  /// Whether the view is said to know such cells already.
  package var isPrototype: Bool { if case .prototype = self { true } else { false } }
}

/// How a visible row with new content is shown.
public enum CellUpdate: Hashable, Sendable {
  /// Its cell is configured again, with the previous row in the context.
  case inPlace
  /// The row is reloaded: it gets a cell from the queue, and the view may animate that.
  case reload
}
