/// The sections of a binder that a call is about.
enum SectionScope<ID: Hashable & Sendable>: Hashable, Sendable {
  /// These sections.
  case sections([ID])
  /// All sections without a configuration of their own.
  case others
  /// All sections.
  case any
}
