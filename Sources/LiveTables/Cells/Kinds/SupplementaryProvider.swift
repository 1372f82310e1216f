/// Chooses the views that stand beside the rows: headers, footers, and whatever else a view knows by name.
///
/// A supplementary view is to its section what a cell is to its row, so each kind has a ``CellProvider`` whose rows are
/// the values of sections.
///
/// ```swift
/// SupplementaryProvider([
///   .header: .one(FolderHeader.self) { view, folder, context in view.title = folder.name },
///   .footer: .keyed([true: plain, false: warning], by: { folder, place in folder.isInSync }),
/// ])
/// ```
///
/// A kind that is not registered has no views.
@MainActor public struct SupplementaryProvider<Section, View: AnyObject> {
  /// The provider of each kind.
  public typealias Provider = CellProvider<Section, Section, View>

  private let providers: [SupplementaryKind: Provider]

  /// A provider for each kind.
  public init(_ providers: [SupplementaryKind: Provider] = [:]) {
    self.providers = providers
  }

  /// Several designs, chosen by a key of the kind, the section and its place.
  ///
  /// A key without a design is reported, and there is no view.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of which there are views.
  ///   - designs: What the views are like.
  ///   - key: The key of a view; `nil` where there is to be none.
  public static func keyed<Key: Hashable>(
    _ kinds: Set<SupplementaryKind>, _ designs: [Key: CellKind<Section, Section, View>],
    by key: @escaping @MainActor (SupplementaryKind, Section, CellPlace<Section>) -> Key?
  ) -> SupplementaryProvider {
    SupplementaryProvider(
      Dictionary(
        uniqueKeysWithValues: kinds.map { kind in
          let provider = Provider { section, place in
            guard let key = key(kind, section, place) else { return .nothing }
            return designs[key].map { .kind($0) }
              ?? .missing("the key \(key) of the supplementary kind \(kind.rawValue)")
          }
          return (kind, provider)
        }))
  }

  /// The kinds of which there are views.
  public var kinds: some Collection<SupplementaryKind> { providers.keys }

  func provider(of kind: SupplementaryKind) -> Provider? { providers[kind] }
}
