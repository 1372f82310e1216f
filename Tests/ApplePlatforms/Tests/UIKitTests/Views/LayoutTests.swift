import Foundation
import Testing
import UIKit

@MainActor @Suite("Layout of the test doubles") struct LayoutTests {
  private final class Recorder: UIView {
    var log: [String] = []
    override func layoutSubviews() { log.append("layout") }
    override func didMoveToWindow() { log.append(window == nil ? "no window" : "window") }
  }

  @Test("A view is notified of its window, and laid out once") func windows() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let outer = UIView()
    let view = Recorder()
    outer.addSubview(view)
    window.addSubview(outer)
    window.layoutIfNeeded()
    window.layoutIfNeeded()
    outer.removeFromSuperview()
    #expect(view.log == ["window", "layout", "no window"])
  }

  @Test("Views stacked by constraints share the height") func constraints() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 300))
    window.standInSafeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 10, right: 0)
    let top = UIView()
    let bottom = UIView()
    for view in [top, bottom] {
      view.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(view)
    }
    NSLayoutConstraint.activate([
      top.topAnchor.constraint(equalTo: window.safeAreaLayoutGuide.topAnchor),
      top.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 5),
      top.trailingAnchor.constraint(equalTo: window.trailingAnchor, constant: -5),
      top.heightAnchor.constraint(equalToConstant: 50),
      bottom.topAnchor.constraint(equalTo: top.bottomAnchor),
      bottom.leadingAnchor.constraint(equalTo: top.leadingAnchor),
      bottom.trailingAnchor.constraint(equalTo: top.trailingAnchor),
      bottom.bottomAnchor.constraint(equalTo: window.keyboardLayoutGuide.topAnchor),
    ])
    window.layoutIfNeeded()
    #expect(top.frame == CGRect(x: 5, y: 20, width: 90, height: 50))
    #expect(bottom.frame == CGRect(x: 5, y: 70, width: 90, height: 220))
    StandInKeyboard.show(height: 100, in: window)
    window.layoutIfNeeded()
    #expect(bottom.frame == CGRect(x: 5, y: 70, width: 90, height: 130))
    StandInKeyboard.show(height: 0, in: window)
    window.layoutIfNeeded()
    #expect(bottom.frame.maxY == 290)
  }

  @Test("A view with pinned subviews is as high as they require") func fitting() {
    let view = UIView()
    let label = UILabel()
    label.numberOfLines = 0
    label.font = .systemFont(ofSize: 10)
    label.text = String(repeating: "x", count: 40)
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: view.topAnchor, constant: 4),
      label.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -6),
      label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
      label.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
    ])
    let size = view.systemLayoutSizeFitting(
      CGSize(width: 120, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size == CGSize(width: 120, height: 34), "two lines of twelve points")
  }

  @Test("Constraints between unrelated views raise") func strangers() {
    let one = UIView()
    let other = UIView()
    #expect(
      StandInException.recording { one.topAnchor.constraint(equalTo: other.topAnchor).isActive = true }.count == 1)
  }

  @Test("A control sends its actions") func actions() {
    let control = UIControl()
    var count = 0
    let action = UIAction { _ in count += 1 }
    control.addAction(action, for: .valueChanged)
    control.addAction(action, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .touchUpInside)
    #expect(count == 1)
    control.removeAction(action, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(count == 1)
  }
}
