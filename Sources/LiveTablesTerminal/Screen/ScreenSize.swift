/// The size of a terminal in character cells.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}
