enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
}

/// A press of the left mouse button, or a turn of the wheel, with its zero-based position on screen in cells.
struct MouseEvent: Hashable, Sendable {
  enum Action: Hashable, Sendable { case press, wheelUp, wheelDown }

  var action: Action
  var column: Int
  var row: Int
}

extension MouseEvent {
  /// Decodes an SGR mouse report (mode 1006): the button, the column, and the row, with one-based positions.
  ///
  /// Modifier keys are ignored. The result is `nil` for releases and for other buttons.
  init?(parameters: ArraySlice<UInt8>, final: UInt8) {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
    let actions: [Int: Action] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    guard final == UInt8(ascii: "M"), numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0, let action = actions[button & ~Self.modifierBits]
    else { return nil }
    self.init(action: action, column: column - 1, row: row - 1)
  }

  private static let modifierBits = 4 | 8 | 16
}
