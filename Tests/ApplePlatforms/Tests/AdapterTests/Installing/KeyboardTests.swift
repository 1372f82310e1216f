import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

@Suite("Installed tables and the keyboard", .serialized) @MainActor struct KeyboardTests {
  final class Field: UIView { override var canBecomeFirstResponder: Bool { true } }

  private func window(_ controller: UIViewController, safeArea: CGFloat = 0) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.standInSafeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: safeArea, right: 0)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
  }

  @Test("The keyboard reduces the table's area while it is visible") func keyboard() {
    let controller = UIViewController()
    let table = UITableView(frame: .zero, style: .plain)
    table.contentInset.bottom = 5
    controller.install(table)
    let window = window(controller, safeArea: 34)
    #expect(table.frame == window.bounds && table.contentInset.bottom == 5)
    StandInKeyboard.show(height: 200, in: window)
    window.layoutIfNeeded()
    #expect(table.contentInset.bottom == 171)
    #expect(table.verticalScrollIndicatorInsets.bottom == 166)
    #expect(table.adjustedContentInset.bottom == 205)
    StandInKeyboard.show(height: 260, in: window)
    window.layoutIfNeeded()
    #expect(table.contentInset.bottom == 231)
    StandInKeyboard.show(height: 0, in: window)
    window.layoutIfNeeded()
    #expect(table.contentInset.bottom == 5 && table.verticalScrollIndicatorInsets.bottom == 0)
  }

  @Test("The edited field is scrolled above the keyboard") func edited() {
    let controller = UIViewController()
    let scroll = UIScrollView(frame: .zero)
    scroll.contentInsetAdjustmentBehavior = .never
    scroll.contentSize = CGSize(width: 320, height: 1000)
    let field = Field(frame: CGRect(x: 0, y: 400, width: 320, height: 40))
    scroll.addSubview(field)
    controller.install(scroll)
    let window = window(controller)
    field.becomeFirstResponder()
    StandInKeyboard.show(height: 200, in: window)
    window.layoutIfNeeded()
    #expect(scroll.contentOffset.y == 160)
    StandInKeyboard.show(height: 0, in: window)
    field.resignFirstResponder()
  }

  @Test("A table that does not avoid the keyboard keeps its insets") func unwanted() {
    let controller = UIViewController()
    let table = UITableView(frame: .zero, style: .plain)
    controller.install(table, avoidsKeyboard: false)
    let window = window(controller)
    StandInKeyboard.show(height: 200, in: window)
    window.layoutIfNeeded()
    #expect(table.contentInset.bottom == 0)
    StandInKeyboard.show(height: 0, in: window)
  }

  @Test("A table that replaces an installed table avoids the keyboard, and the first table gets its insets back")
  func again() {
    let controller = UIViewController()
    let (first, second) = (UITableView(frame: .zero, style: .plain), UITableView(frame: .zero, style: .plain))
    controller.install(first)
    let window = window(controller)
    StandInKeyboard.show(height: 200, in: window)
    window.layoutIfNeeded()
    controller.install(second)
    window.layoutIfNeeded()
    #expect(first.window == nil && first.contentInset.bottom == 0)
    #expect(second.window === window && second.contentInset.bottom == 200 && second.frame == window.bounds)
    StandInKeyboard.show(height: 0, in: window)
  }

  @Test("A table without automatic insets ends above the keyboard") func withoutSafeArea() {
    let controller = UIViewController()
    let table = UITableView(frame: .zero, style: .plain)
    table.contentInsetAdjustmentBehavior = .never
    controller.install(table)
    let window = window(controller, safeArea: 34)
    StandInKeyboard.show(height: 200, in: window)
    window.layoutIfNeeded()
    #expect(table.adjustedContentInset.bottom == 200)
    StandInKeyboard.show(height: 0, in: window)
    window.layoutIfNeeded()
    #expect(table.adjustedContentInset.bottom == 0)
  }

  @Test("A table is released when another one is installed instead") func released() {
    let controller = UIViewController()
    weak var first: UITableView?
    func install() {
      let table = UITableView(frame: .zero, style: .plain)
      first = table
      controller.install(table)
    }
    install()
    #expect(first != nil)
    controller.install(UITableView(frame: .zero, style: .plain))
    #expect(first == nil)
  }
}
