/// What switches a terminal to a screen of ours and back.
enum ControlSequences {
  /// Another screen, no cursor, no wrapping at the edge; pasted text is to be marked as such.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"

  /// Clicks and the wheel are reported, in numbers that have no end.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1006h"

  /// Asks for the colour of the background (OSC 11); terminals that do not know it answer nothing.
  static let askForBackground = "\u{1B}]11;?\u{1B}\\"

  /// The way back.
  ///
  /// It begins with an escape byte, which ends whatever sequence was cut off before it.
  static let leave = "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
