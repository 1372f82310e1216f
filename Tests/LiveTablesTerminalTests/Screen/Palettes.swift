@testable import LiveTablesTerminal

extension Palette {
  static let colors = Palette(means: .colors)
  static let light = Palette(means: .light)
  static let monochrome = Palette(means: .monochrome)
  static let none = Palette(means: .none)
}
