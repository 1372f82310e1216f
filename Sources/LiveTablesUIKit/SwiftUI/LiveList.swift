#if canImport(UIKit) && canImport(SwiftUI)
@_spi(Adapters) public import LiveTablesCells
public import SwiftUI
public import UIKit

/// A list for SwiftUI that shows a source of any size: rows are SwiftUI views in the cells of a table view.
///
/// ```swift
/// LiveList(inbox) { mail in
///   MailRow(mail: mail)
/// }
/// .selection($selected)
/// .editor(.deleting() + .moving(to: .sameSection))
/// .headers { folder in Text(folder.name) }
/// ```
///
/// The list follows the source with which it appears; another `id(_:)` lets it follow another one. Its modifiers may
/// change, come and go whenever SwiftUI updates it, apart from `configured`. Differences are computed
/// off the main actor, and only what changed is updated, by a ``TableViewBinder``.
///
/// The state of a row's view stays through updates and moves of the row, and ends when its cell shows another row. Rows
/// and headers have the environment of the list.
public struct LiveList<Section: Diffable & Sendable, Row: Diffable & Sendable, Content: View>: UIViewRepresentable {
  private let follow: @MainActor (TableViewBinder<Section, Row>) -> Void
  private let content: @MainActor (Row) -> Content
  private var header: (@MainActor (Section) -> AnyView)?
  private var selected: Binding<Set<Row.Identity>>?
  private var editor: RowEditor<Section, Row>?
  #if !os(tvOS)
  private var refresh: (@MainActor () async -> Void)?
  #endif
  private var settings: [@MainActor (TableViewBinder<Section, Row>) -> Void] = []

  /// Creates a list of a source's rows.
  ///
  /// - Parameters:
  ///   - source: A live table, what an operator makes of one, a query of a database.
  ///   - options: How changes are shown.
  ///   - content: The view of a row.
  @inlinable public init(
    _ source: some TableSource<Section, Row>, options: TableOptions = TableOptions(),
    @ViewBuilder content: @escaping @MainActor (Row) -> Content
  ) {
    self.init(content) { $0.bind(source, options: options) }
  }

  @usableFromInline init(
    _ content: @escaping @MainActor (Row) -> Content,
    follow: @escaping @MainActor (TableViewBinder<Section, Row>) -> Void
  ) {
    self.content = content
    self.follow = follow
  }

  // MARK: - Modifiers

  /// The list with any number of rows that can be selected.
  ///
  /// Where this modifier goes, nothing is selected any more, and the set stays what it is.
  ///
  /// - Parameter ids: The identities of the selected rows.
  public func selection(_ ids: Binding<Set<Row.Identity>>) -> LiveList {
    var list = self
    list.selected = ids
    return list
  }

  /// The list with rows that the user can delete, move by dragging, or act upon by swipes.
  ///
  /// The source does not change by that: pass the edits of `binder.link.editing.edits` on to it (``configured(_:)``).
  ///
  /// - Parameter editor: What the user may do.
  public func editor(_ editor: RowEditor<Section, Row>) -> LiveList {
    var list = self
    list.editor = editor
    return list
  }

  /// The list with a view above the rows of each section.
  ///
  /// - Parameter header: The view of a section.
  public func headers(@ViewBuilder _ header: @escaping @MainActor (Section) -> some View) -> LiveList {
    var list = self
    list.header = { AnyView(header($0).id($0.identity)) }
    return list
  }

  #if !os(tvOS)
  /// The list with something to do when the user pulls it down.
  ///
  /// - Parameter action: Runs while the list shows that it is refreshed.
  public func onRefresh(_ action: @escaping @MainActor () async -> Void) -> LiveList {
    var list = self
    list.refresh = action
    return list
  }
  #endif

  /// The list with settings of its binder, made once, before the first table is shown.
  ///
  /// - Parameter configure: Sets what has no modifier.
  public func configured(_ configure: @escaping @MainActor (TableViewBinder<Section, Row>) -> Void) -> LiveList {
    var list = self
    list.settings.append(configure)
    return list
  }

  // MARK: - UIViewRepresentable

  /// What lives as long as the list is on screen.
  @MainActor public final class Coordinator {
    fileprivate var list: LiveList
    fileprivate var environment = EnvironmentValues()
    fileprivate weak var binder: TableViewBinder<Section, Row>?

    fileprivate init(_ list: LiveList) { self.list = list }

    fileprivate func makeBinder() -> TableViewBinder<Section, Row> {
      let rows = CellProvider<Section, Row, UITableViewCell>.one(UITableViewCell.self) { [weak self] cell, row, _ in
        self?.show(row, in: cell)
      }
      let headers = CellProvider<Section, Section, UITableViewHeaderFooterView>.one(UITableViewHeaderFooterView.self) {
        [weak self] view, section, _ in
        guard let self, let header = list.header else { return }
        let environment = environment
        view.contentConfiguration = UIHostingConfiguration { header(section).environment(\.self, environment) }
      }
      return TableViewBinder<Section, Row>(
        rows,
        supplementaries: [.header: .choosing { [weak self] _, _ in self?.list.header == nil ? .nothing : headers }])
    }

    fileprivate func attach(to view: UITableView) -> TableViewBinder<Section, Row> {
      let binder = makeBinder()
      self.binder = binder
      if list.selected != nil { mirrorSelection(of: binder) }
      if let editor = list.editor { binder.link.editing.editor = editor }
      #if !os(tvOS)
      binder.reordersByDragging = true
      refresh(binder)
      #endif
      for setting in list.settings { setting(binder) }
      return binder.attach(to: view)
    }

    #if !os(tvOS)
    private func refresh(_ binder: TableViewBinder<Section, Row>) {
      if list.refresh == nil { return binder.onRefresh = nil }
      binder.onRefresh = { [weak self] in await self?.list.refresh?() }
    }
    #endif

    private func mirrorSelection(of binder: TableViewBinder<Section, Row>) {
      let mirror = binder.link.selectionMirror
      if list.selected == nil { return mirror.mirror(nil) }
      mirror.mirror { [weak self] in self?.list.selected?.wrappedValue = $0 }
    }

    private func show(_ row: Row, in cell: UITableViewCell) {
      let (content, environment) = (list.content, environment)
      cell.contentConfiguration = UIHostingConfiguration {
        content(row).id(row.identity).environment(\.self, environment)
      }
    }

    private func showRows(of view: UITableView, _ binder: TableViewBinder<Section, Row>) {
      for path in view.indexPathsForVisibleRows ?? [] {
        guard let cell = view.cellForRow(at: path), let row = RowPath(path).flatMap({ binder.link.table[$0] }) else {
          continue
        }
        show(row, in: cell)
      }
      binder.cells.reconfigure(.header, in: binder)
    }

    /// Takes the list as SwiftUI has made it again, and shows what changed: rows and headers on screen, and its modifiers.
    fileprivate func update(to list: LiveList, _ environment: EnvironmentValues) {
      let old = self.list
      self.list = list
      self.environment = environment
      guard let binder, let view = binder.view else { return }
      if (list.header == nil) == (old.header == nil) { showRows(of: view, binder) } else { binder.reloadAll {} }
      #if !os(tvOS)
      if (list.refresh == nil) != (old.refresh == nil) { refresh(binder) }
      #endif
      if let editor = list.editor ?? old.editor.map({ _ in RowEditor() }) { binder.link.editing.editor = editor }
      if (list.selected == nil) != (old.selected == nil) { mirrorSelection(of: binder) }
      if let selected = list.selected?.wrappedValue { binder.link.selectionMirror.show(selected) }
    }
  }

  /// Creates what lives as long as the list is on screen.
  public func makeCoordinator() -> Coordinator { Coordinator(self) }

  /// Creates the table view, and binds it to the source.
  ///
  /// - Parameter context: Where the view is made.
  public func makeUIView(context: Context) -> UITableView {
    let view = UITableView(frame: .zero, style: .plain)
    context.coordinator.environment = context.environment
    follow(context.coordinator.attach(to: view))
    return view
  }

  /// Shows what the list's own state has changed.
  ///
  /// - Parameters:
  ///   - view: The table view.
  ///   - context: Where the view is.
  public func updateUIView(_ view: UITableView, context: Context) {
    context.coordinator.update(to: self, context.environment)
  }
}
#endif
