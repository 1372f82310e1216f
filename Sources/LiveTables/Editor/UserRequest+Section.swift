extension UserRequest {
  /// The section that an insertion or a move gives to the row, or `nil` if the row stays in its section.
  package var newSection: Section? {
    kind == .insert || section?.identity != origin?.identity ? section : nil
  }
}
