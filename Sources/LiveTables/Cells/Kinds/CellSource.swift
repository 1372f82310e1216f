/// Where the cells of a kind come from, when there is none to be reused.
public enum CellSource {
  /// The view makes them of a class.
  case type(any AnyObject.Type)
  /// They are made here, with the reuse identifier that they are to have.
  case factory(@MainActor (_ reuseIdentifier: String) -> AnyObject)
  /// The view loads them from an archive with this name.
  case nib(String)
  /// The view knows them already by their reuse identifier, as prototypes in a storyboard.
  case prototype
}

/// How a visible row is shown anew when its content has changed.
public enum CellUpdate: Hashable, Sendable {
  /// The cell that shows it is configured again, with the previous row at hand.
  case inPlace
  /// The row is reloaded: it gets a cell from the queue, and the view may animate that.
  case reload
}
