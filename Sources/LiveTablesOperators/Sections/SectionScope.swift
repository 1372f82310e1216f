/// The sections of a binder that a call affects.
enum SectionScope<ID: Hashable & Sendable>: Hashable, Sendable {
  case sections([ID])
  /// All sections without their own configuration.
  case others
}
