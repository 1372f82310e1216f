/// A record of the terminal's content, so that only changes have to be written.
struct ScreenBuffer {
  var palette: Palette
  private var shown: (lines: [ScreenLine], size: ScreenSize)?

  init(palette: Palette) {
    self.palette = palette
  }

  /// Discards the content after another program has drawn on the terminal, so that the next frame is drawn in full.
  mutating func invalidate() {
    shown = nil
  }

  /// Returns the bytes that update the terminal to a frame, or no bytes if nothing has changed.
  ///
  /// Lines beyond the height of the screen are ignored, and missing lines are blank.
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
