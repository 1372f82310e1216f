/// The sections of a binder that a call affects.
enum SectionScope<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The given sections.
  case sections([ID])
  /// All sections without their own configuration.
  case others
  /// All sections.
  case any
}
