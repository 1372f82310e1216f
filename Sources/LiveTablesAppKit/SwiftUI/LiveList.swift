#if canImport(AppKit) && canImport(SwiftUI) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells
public import SwiftUI

/// A SwiftUI list that shows a source of any size, with SwiftUI views in the cells of a table view.
///
/// ```swift
/// LiveList(inbox, editing: .deleting() + .moving(to: .sameSection)) { mail in
///   MailRow(mail: mail)
/// }
/// .selection($selected)
/// .headers { folder in Text(folder.name) }
/// ```
///
/// The list keeps showing the source with which it first appears. To show another source, change the list's `id(_:)`.
/// Arguments of modifiers other than `configured` can change with any SwiftUI update. A ``TableViewBinder`` computes
/// diffs off the main actor and updates only the rows that have changed.
///
/// The state of a row's view is preserved when the row is updated or moved, and is discarded when its cell shows
/// another row. Rows and headers inherit the environment of the list.
public struct LiveList<Section: Diffable & Sendable, Row: Diffable & Sendable, Content: View>: NSViewRepresentable {
  private let follow: @MainActor (TableViewBinder<Section, Row>) -> Void
  private let content: @MainActor (Row) -> Content
  private var header: (@MainActor (Section) -> AnyView)?
  private var selected: Binding<Set<Row.Identity>>?
  private var settings: [@MainActor (TableViewBinder<Section, Row>) -> Void] = []

  /// Creates a list that shows the rows of a source.
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing. Edits are sent to the source.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - content: A closure that returns the view for a row.
  @inlinable public init(
    _ source: some TableSource<Section, Row>, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Row) -> Content
  ) {
    self.init(content) { $0.bind(source, editing: rules, options: options, onFailure: onFailure) }
  }

  @usableFromInline init(
    _ content: @escaping @MainActor (Row) -> Content,
    follow: @escaping @MainActor (TableViewBinder<Section, Row>) -> Void
  ) {
    self.content = content
    self.follow = follow
  }

  // MARK: - Modifiers

  /// Lets the user select any number of rows.
  ///
  /// If this modifier is removed, all rows are deselected, but the set does not change.
  ///
  /// - Parameter ids: A binding to the identities of the selected rows.
  public func selection(_ ids: Binding<Set<Row.Identity>>) -> LiveList {
    var list = self
    list.selected = ids
    return list
  }

  /// Adds a header above the rows of each section.
  ///
  /// - Parameter header: A closure that returns the header for a section.
  public func headers(@ViewBuilder _ header: @escaping @MainActor (Section) -> some View) -> LiveList {
    var list = self
    list.header = { AnyView(header($0).id($0.identity)) }
    return list
  }

  /// Configures the list's binder once, before the first table is shown.
  ///
  /// - Parameter configure: A closure that sets properties for which there is no modifier.
  public func configured(_ configure: @escaping @MainActor (TableViewBinder<Section, Row>) -> Void) -> LiveList {
    var list = self
    list.settings.append(configure)
    return list
  }

  // MARK: - NSViewRepresentable

  /// A coordinator that owns the binder while the list exists.
  @MainActor public final class Coordinator {
    fileprivate var list: LiveList
    fileprivate var environment = EnvironmentValues()
    fileprivate weak var binder: TableViewBinder<Section, Row>?

    fileprivate init(_ list: LiveList) { self.list = list }

    fileprivate func makeBinder() -> TableViewBinder<Section, Row> {
      let rows = CellProvider<Section, Row, NSView>.one(HostingCell.self) { [weak self] cell, row, _ in
        self?.show(row, in: cell)
      }
      let headers = CellProvider<Section, Section, NSView>.one(HostingCell.self) { [weak self] cell, section, _ in
        guard let self, let header = list.header else { return }
        cell.show(AnyView(header(section).environment(\.self, environment)))
      }
      return TableViewBinder<Section, Row>(
        rows,
        supplementaries: [.header: .choosing { [weak self] _, _ in self?.list.header == nil ? .nothing : headers }])
    }

    fileprivate func attach(to view: NSTableView) -> TableViewBinder<Section, Row> {
      let binder = makeBinder()
      self.binder = binder
      if list.selected != nil { mirrorSelection(of: binder) }
      for setting in list.settings { setting(binder) }
      return binder.attach(to: view)
    }

    private func mirrorSelection(of binder: TableViewBinder<Section, Row>) {
      let mirror = binder.link.selectionMirror
      if list.selected == nil { return mirror.mirror(nil) }
      mirror.mirror { [weak self] in self?.list.selected?.wrappedValue = $0 }
    }

    private func show(_ row: Row, in cell: HostingCell) {
      cell.show(AnyView(list.content(row).id(row.identity).environment(\.self, environment)))
    }

    private func showRows(of view: NSTableView, _ binder: TableViewBinder<Section, Row>) {
      // This includes rows that the view has prepared off screen.
      view.enumerateAvailableRowViews { rowView, line in
        guard let row = binder.path(ofLine: line).flatMap({ binder.link.table[$0] }),
          let cell = rowView.view(atColumn: 0) as? HostingCell
        else { return }
        show(row, in: cell)
      }
      binder.cells.reconfigure(.header, in: binder)
    }

    /// Applies a new version of the list to the visible rows and headers, and to the binder.
    fileprivate func update(to list: LiveList, _ environment: EnvironmentValues) {
      let old = self.list
      self.list = list
      self.environment = environment
      guard let binder, let view = binder.view else { return }
      if (list.header == nil) == (old.header == nil) { showRows(of: view, binder) } else { binder.reloadInPlace() }
      if (list.selected == nil) != (old.selected == nil) { mirrorSelection(of: binder) }
      if let selected = list.selected?.wrappedValue { binder.link.selectionMirror.show(selected) }
    }
  }

  /// Creates the coordinator of the list.
  public func makeCoordinator() -> Coordinator { Coordinator(self) }

  /// Creates the table view in a scroll view, and binds it to the source.
  ///
  /// - Parameter context: The context of the view.
  public func makeNSView(context: Context) -> NSScrollView {
    let view = NSTableView()
    view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("LiveList")))
    view.headerView = nil
    view.usesAutomaticRowHeights = true
    context.coordinator.environment = context.environment
    follow(context.coordinator.attach(to: view))
    let scrollView = NSScrollView()
    scrollView.documentView = view
    scrollView.hasVerticalScroller = true
    return scrollView
  }

  /// Updates the view for the list's new state.
  ///
  /// - Parameters:
  ///   - view: The scroll view.
  ///   - context: The context of the view.
  public func updateNSView(_ view: NSScrollView, context: Context) {
    context.coordinator.update(to: self, context.environment)
  }
}

/// A table cell view that shows the SwiftUI view of a row or a section header.
private final class HostingCell: NSTableCellView {
  private var host: NSHostingView<AnyView>?

  func show(_ content: AnyView) {
    if let host { return host.rootView = content }
    let host = NSHostingView(rootView: content)
    host.translatesAutoresizingMaskIntoConstraints = false
    addSubview(host)
    NSLayoutConstraint.activate([
      host.leadingAnchor.constraint(equalTo: leadingAnchor), host.trailingAnchor.constraint(equalTo: trailingAnchor),
      host.topAnchor.constraint(equalTo: topAnchor), host.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    self.host = host
  }
}
#endif
