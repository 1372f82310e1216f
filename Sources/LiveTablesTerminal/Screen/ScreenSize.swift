/// The size of a terminal in character cells.
struct ScreenSize: Hashable, Sendable {
  /// The width.
  var columns: Int
  /// The height.
  var rows: Int
}
