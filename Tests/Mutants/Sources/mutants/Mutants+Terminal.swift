/// Faults in the terminal's display and key input.
extension Mutant {
  static let terminal: [Mutant] = [
    .statement(
      "cursor-off-the-screen-takes-the-list", [], .tests("ListScrollerTests/whatIsSeenStays"), in: File.scroller,
      "if isSeen { reveal() } else { clampTop() }", "reveal()"),
    .statement(
      "frame-held-once-only", [], .tests("FramePacerTests/whatIsBetweenTwoStatesIsHeld"), in: File.pacer,
      "heldSince = nil"),
    .expression(
      "paste-does-not-end-after-an-escape", [], .tests("KeyDecoderTests/whatIsPastedIsNoCommand"), in: File.keys,
      "byte == Self.escapeByte ? 1 : 0", "0"),
    .statement(
      "returned-row-shown-as-deleted", [], .tests("TerminalScreenTests/deletedRowComesBack"), in: File.terminalUpdates,
      "kept.forgetDeleted { identities.contains($0.identity) }"),
  ]
}
