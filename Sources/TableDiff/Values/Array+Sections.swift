extension Array {
  /// Calls `body` with each run of consecutive elements that are in the same section.
  @inlinable package func forEachSection(
    by path: (Element) -> RowPath, _ body: (_ section: Int, _ run: ArraySlice<Element>) -> Void
  ) {
    var start = 0
    while start < count {
      let section = path(self[start]).section
      var end = start + 1
      while end < count, path(self[end]).section == section { end += 1 }
      body(section, self[start..<end])
      start = end
    }
  }
}
