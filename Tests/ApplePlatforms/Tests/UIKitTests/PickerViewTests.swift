import Foundation
import Testing
import UIKit

@MainActor @Suite("A picker view") struct PickerViewTests {
  final class Fixture: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    var wheels: [[String]]
    var log: [String] = []
    var makesViews = false
    let view = UIPickerView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))

    init(_ wheels: [[String]]) {
      self.wheels = wheels
      super.init()
      view.dataSource = self
      view.delegate = self
      window.addSubview(view)
      view.layoutIfNeeded()
    }

    func standInResponds(to message: String) -> Bool { makesViews || !message.contains("viewForRow") }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { wheels.count }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
      wheels[component].count
    }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
      log.append("title \(component).\(row)")
      return wheels[component][row]
    }
    func pickerView(
      _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView {
      let label = view as? UILabel ?? UILabel()
      log.append(view == nil ? "new \(component).\(row)" : "reused \(component).\(row)")
      label.text = wheels[component][row]
      return label
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      log.append("selected \(component).\(row)")
    }
  }

  @Test("a picker view raises in the Mac idiom") func idiom() {
    UIView.standInIdiom = .mac
    defer { UIView.standInIdiom = .phone }
    #expect(StandInException.recording { _ = UIPickerView(frame: .zero) }.count == 1)
  }

  @Test("Components begin at their first rows, and show the rows around them") func first() {
    let fixture = Fixture([["a", "b", "c", "d"], []])
    #expect(fixture.view.numberOfComponents == 2)
    #expect(fixture.view.numberOfRows(inComponent: 0) == 4)
    #expect(fixture.view.selectedRow(inComponent: 0) == 0)
    #expect(fixture.view.selectedRow(inComponent: 1) == -1)
    #expect(fixture.view.standInTitles(0) == ["a", "b", "c"])
    #expect(fixture.log == ["title 0.0", "title 0.1", "title 0.2"])
  }

  @Test("The user's selection is reported, but not a selection by code") func selecting() {
    let fixture = Fixture([["a", "b", "c", "d"]])
    fixture.view.selectRow(3, inComponent: 0, animated: true)
    fixture.view.layoutIfNeeded()
    #expect(fixture.view.selectedRow(inComponent: 0) == 3)
    #expect(fixture.view.standInTitles(0) == ["b", "c", "d"])
    #expect(!fixture.log.contains("selected 0.3"))
    #expect(fixture.view.standInTurn(0, to: 1))
    #expect(fixture.log.last == "selected 0.1")
    #expect(!fixture.view.standInTurn(0, to: 4))
    #expect(!fixture.view.standInTurn(1, to: 0))
  }

  @Test("The selection is kept by index, even if rows are deleted") func reloading() {
    let fixture = Fixture([["a", "b", "c", "d"], ["x"]])
    fixture.view.selectRow(3, inComponent: 0, animated: false)
    fixture.wheels = [["c", "d"], ["x", "y"]]
    fixture.view.reloadComponent(0)
    #expect(fixture.view.selectedRow(inComponent: 0) == 1)
    #expect(fixture.view.numberOfRows(inComponent: 1) == 1, "the other wheel was not read")
    fixture.view.reloadAllComponents()
    #expect(fixture.view.numberOfRows(inComponent: 1) == 2)
    fixture.view.layoutIfNeeded()
    #expect(fixture.view.standInTitles(0) == ["c", "d"])
  }

  @Test("A missing row or component raises") func bounds() {
    let fixture = Fixture([["a"]])
    let raised = StandInException.recording {
      fixture.view.selectRow(1, inComponent: 0, animated: false)
      fixture.view.selectRow(0, inComponent: 1, animated: false)
      fixture.view.reloadComponent(1)
    }
    #expect(raised.count == 3)
  }

  @Test("Views are created once and reused") func views() {
    let fixture = Fixture([["a", "b", "c", "d", "e", "f"]])
    fixture.makesViews = true
    fixture.view.reloadAllComponents()
    fixture.view.layoutIfNeeded()
    fixture.log = []
    fixture.view.standInTurn(0, to: 5)
    #expect(fixture.log == ["reused 0.3", "reused 0.4", "reused 0.5", "selected 0.5"])
    #expect((fixture.view.view(forRow: 5, forComponent: 0) as? UILabel)?.text == "f")
  }
}
