#if canImport(AppKit) && !targetEnvironment(macCatalyst)
@_spi(Adapters) public import LiveTables

extension TableOptions {
  /// The same, with what is said beside them.
  @usableFromInline func with(animation: RowAnimation?, animated: Bool?) -> TableOptions {
    var options = self
    if let animation { options.animations = TableAnimations(animation) }
    if let animated { options.isAnimated = animated }
    return options
  }
}
#endif
