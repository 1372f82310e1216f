struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}
