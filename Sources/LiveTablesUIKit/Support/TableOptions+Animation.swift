#if canImport(UIKit)
@_spi(Adapters) public import LiveTables

extension TableOptions {
  /// The same options with what short forms say of animation besides.
  @usableFromInline func showing(_ animation: RowAnimation, animated: Bool) -> TableOptions {
    var options = self
    if animation != .automatic { options.animations = TableAnimations(animation) }
    if !animated { options.isAnimated = false }
    return options
  }
}
#endif
