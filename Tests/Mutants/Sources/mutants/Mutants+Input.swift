/// Faults in handling unusual or invalid rows.
extension Mutant {
  static let input: [Mutant] = [
    .expression(
      "like-rows-pair-backwards", [40, 41], .tests("DuplicateIdentityTests|PairingTests"), quick: true,
      in: File.pairing, "zip(oldRest, newRest)", "zip(oldRest, newRest.reversed().map { $0 })"),
    .expression(
      "unequal-rows-give-up", [42], .tests("HazardTests"), in: File.rowType, "!haveEqualIdentities(row, row)",
      "false"),
    .rewrite(
      "trap-on-a-changing-hash", [43], .tests("HazardTests"), in: File.questions,
      (
        "        hashes[index] = ",
        """
                if PLANTED { precondition(identityHash(identity) == identityHash(rows.identity(at: index))) }
                hashes[index] = 
        """
      )),
    .rewrite(
      "collisions-without-end", [44], .tests("IdentityTableTests"), quick: true, in: File.identities,
      ("      probesLeft -= 1\n", "      if !PLANTED { probesLeft -= 1 }\n")),
    .rewrite(
      "shared-storage-not-seen", [45], .tests("TenMillionTests|SharedStorageTests"), in: File.sharing,
      (
        "    var walk = SharedWalk(self, new)\n",
        "    if PLANTED { return [] }\n    var walk = SharedWalk(self, new)\n"
      )),
    .statement(
      "sections-that-vanish-forgotten", [46], .tests("ExhaustiveStageTests"), in: File.sections,
      "deleted.append(Int(alignment.oldLeft[index]))"),
    .rewrite(
      "cancelled-difference-goes-on", [25, 31], .tests("HeldDifferenceTests"),
      in: File.loop, ("try Task.checkCancellation()", "if !PLANTED { try Task.checkCancellation() }")),
    .expression(
      "escape-sent-to-the-terminal", [50], .tests("SanitizerTests"), in: File.sanitizer,
      "Unicode.Scalar(0x2400 + scalar.value)!", "scalar"),
  ]
}
