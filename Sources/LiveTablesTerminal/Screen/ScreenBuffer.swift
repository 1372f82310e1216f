/// What the terminal shows, so that only what changes is written.
struct ScreenBuffer {
  var palette: Palette
  private var shown: (lines: [ScreenLine], size: ScreenSize)?

  /// Creates a buffer for a terminal of which nothing is known.
  init(palette: Palette) {
    self.palette = palette
  }

  /// Forgets what the terminal shows: somebody else has drawn on it.
  ///
  /// The next frame is drawn in full.
  mutating func invalidate() {
    shown = nil
  }

  /// The bytes that bring the terminal from the last frame to this one; none where nothing changed.
  ///
  /// Lines beyond the height are left out, missing ones are blank.
  mutating func update(to frame: [ScreenLine], size: ScreenSize) -> [UInt8] {
    var lines = Array(frame.prefix(size.rows))
    lines.append(contentsOf: repeatElement(ScreenLine(), count: size.rows - lines.count))
    var encoder = LineEncoder(palette: palette)
    let known = shown?.size == size ? shown?.lines : nil
    if known == nil { encoder.clear() }
    for (row, line) in lines.enumerated() where line != (known?[row] ?? ScreenLine()) {
      encoder.draw(line, row: row, columns: size.columns)
    }
    shown = (lines, size)
    guard !encoder.output.isEmpty else { return [] }
    encoder.end()
    return Array(encoder.output.utf8)
  }
}
