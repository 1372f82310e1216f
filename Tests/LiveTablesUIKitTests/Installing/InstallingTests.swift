#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import Testing
import UIKit

@_spi(Adapters) @testable import LiveTablesUIKit

@Suite("Installed tables, headers and footers, and styles") @MainActor struct InstallingTests {
  /// A view whose height is set by a constraint.
  final class Form: UIView {
    let size: NSLayoutConstraint

    init(height: CGFloat) {
      let inner = UIView()
      size = inner.heightAnchor.constraint(equalToConstant: height)
      super.init(frame: .zero)
      addSubview(inner)
      inner.fill(self)
      size.isActive = true
    }

    required init?(coder: NSCoder) { nil }
  }

  private func window(_ view: UIView) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.isHidden = false
    view.frame = window.bounds
    window.addSubview(view)
    window.layoutIfNeeded()
    return window
  }

  @Test("A table becomes the view of a view controller, or fills the controller's existing view") func install() {
    let controller = UIViewController()
    let table = UITableView(frame: .zero, style: .plain)
    controller.install(table)
    #expect(controller.isViewLoaded && table.isDescendant(of: controller.view))
    let window = window(controller.view)
    #expect(table.frame == window.bounds)

    let loaded = UIViewController()
    let view = UIView()
    let label = UILabel()
    view.addSubview(label)
    loaded.view = view
    let other = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    loaded.install(other)
    #expect(loaded.view === view && other.isDescendant(of: view) && label.superview === view)
    let second = self.window(view)
    #expect(other.bounds.size == second.bounds.size)
    loaded.install(table)
    #expect(other.window == nil && table.isDescendant(of: view))
  }

  @Test("A header and a footer are as high as their content, and change with it") func selfSizing() {
    let table = UITableView(frame: .zero, style: .plain)
    let (header, footer) = (Form(height: 80), Form(height: 30))
    table.tableHeaderView = SelfSizingView(header)
    table.tableFooterView = SelfSizingView(footer)
    let window = window(table)
    #expect(table.tableHeaderView?.frame.height == 80 && table.tableFooterView?.frame.height == 30)
    #expect(header.bounds.width == 320)
    header.size.constant = 120
    window.layoutIfNeeded()
    #expect(table.tableHeaderView?.frame.height == 120)
    #expect(table.tableFooterView?.frame.minY == 120)
  }

  @Test("A form above a table looks like part of its section if both styles are open") func adjoining() async throws {
    let screen = CollectionScreen()
    let style = SectionStyle(margin: 10, spacing: 8, cornerRadius: 6)
    let binder = CountingBinder.tiles()
    binder.style = style.openedTop
    let store = LetterStore()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2], [3]))

    let form = SelfSizingView(Form(height: 50), style: style.openedBottom)
    let table = UITableView(frame: .zero, style: .plain)
    table.tableHeaderView = form
    let window = window(table)
    #expect(form.frame.height == 58)  // spacing above, none below
    #expect(form.content.frame == CGRect(x: 10, y: 8, width: 300, height: 50))
    let back = try #require(form.subviews.first as? SectionBackgroundView)
    #expect(back.panel.layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner] && !back.line.isHidden)
    form.style = style
    window.layoutIfNeeded()
    #expect(form.frame.height == 66)

    func corners(_ section: Int, _ item: Int) -> CACornerMask? {
      (screen.tile(section, item)?.backgroundView as? SectionBackgroundView)?.panel.layer.maskedCorners
    }
    let (top, bottom): (CACornerMask, CACornerMask) = (
      [.layerMinXMinYCorner, .layerMaxXMinYCorner], [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
    )
    #expect(corners(0, 0) == [] && corners(0, 1) == bottom && corners(1, 0) == top.union(bottom))
    try await store.submit(LetterTable([1], [3, 4]))
    #expect(corners(0, 0) == bottom && corners(1, 0) == top && corners(1, 1) == bottom)
    binder.style = nil
    #expect(screen.tile(0, 0)?.backgroundView == nil)
  }

  @Test("Cells get their own background back when the style is removed") func ownBackground() {
    let table = UITableView(frame: .zero, style: .plain)
    let own = UIView()
    let binder = TableViewBinder<Shelf, Letter>(
      .one(UITableViewCell.self) { cell, mail, _ in
        if mail.id == 1 { cell.backgroundView = own }
      })
    binder.attach(to: table).show(LetterTable([1, 2]))
    window(table).layoutIfNeeded()
    func background(_ row: Int) -> UIView? { table.cellForRow(at: IndexPath(row: row, section: 0))?.backgroundView }
    #expect(background(0) === own && background(1) == nil)
    for style in [SectionStyle(), SectionStyle().openedTop] { binder.style = style }
    #expect(background(0) is SectionBackgroundView && background(1) is SectionBackgroundView)
    binder.style = nil
    #expect(background(0) === own && background(1) == nil)
  }

  @Test("Rows of a table view are styled, too") func tableView() async throws {
    let table = UITableView(frame: .zero, style: .plain)
    let binder = TableViewBinder<Shelf, Letter>(.one(UITableViewCell.self) { _, _, _ in })
    binder.style = SectionStyle().openedBottom
    let store = LetterStore()
    binder.attach(to: table).bind(store)
    let window = window(table)
    func rounds(_ row: Int) -> [Bool] {
      window.layoutIfNeeded()
      let back = table.cellForRow(at: IndexPath(row: row, section: 0))?.backgroundView as? SectionBackgroundView
      return back?.shape.map { [$0.roundsTop, $0.roundsBottom, $0.hasSeparator] } ?? []
    }
    try await store.submit(LetterTable([1, 2]))
    #expect(rounds(0) == [true, false, true] && rounds(1) == [false, false, true])
    try await store.submit(LetterTable([2]))
    #expect(rounds(0) == [true, false, true])
    try await store.submit(LetterTable([3, 2], [4]))
    #expect(rounds(0) == [true, false, true] && rounds(1) == [false, true, false])
  }
}
#endif
