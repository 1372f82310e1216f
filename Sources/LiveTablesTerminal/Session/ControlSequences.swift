/// The control sequences that switch a terminal to an alternate screen and back.
enum ControlSequences {
  /// Selects the alternate screen, hides the cursor, disables wrapping, and enables bracketed paste.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"

  /// Enables reports of clicks and wheel turns, with unlimited coordinates.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1006h"

  /// Queries the background color (OSC 11), which some terminals do not support.
  static let queryBackground = "\u{1B}]11;?\u{1B}\\"

  /// Restores the terminal.
  ///
  /// The sequence begins with an escape byte, which ends any incomplete sequence before it.
  static let leave = "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
