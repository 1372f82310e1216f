/// Rows that are not what they should be.
extension Mutant {
  static let input: [Mutant] = [
    .expression(
      "like-rows-pair-backwards", [40, 41], .tests("DuplicateIdentityTests|PairingTests"), in: File.pairing,
      "zip(oldRest, newRest)", "zip(oldRest, newRest.reversed().map { $0 })"),
    .rewrite(
      "collisions-without-end", [44], .tests("IdentityTableTests"), in: File.identities,
      ("      probesLeft -= 1\n", "      if !PLANTED { probesLeft -= 1 }\n")),
    .rewrite(
      "cancelled-difference-goes-on", [25, 31], .tests("HeldDifferenceTests"),
      in: File.loop, ("try Task.checkCancellation()", "if !PLANTED { try Task.checkCancellation() }")),
  ]
}
