import SwiftSyntax

extension Finder {
  /// The names of both ends of a collection, mapped to each other.
  static let ends: [String: String] = {
    let pairs = [
      ("first", "last"), ("firstIndex", "lastIndex"), ("removeFirst", "removeLast"), ("popFirst", "popLast"),
      ("prefix", "suffix"), ("dropFirst", "dropLast"), ("min", "max"), ("startIndex", "endIndex"),
      ("lowerBound", "upperBound"),
    ]
    return Dictionary(pairs.flatMap { [($0, $1), ($1, $0)] }) { one, _ in one }
  }()

  private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let sums = ["+": "-", "-": "+", "&+": "&-", "&-": "&+"]

  func infix(_ node: InfixOperatorExprSyntax) {
    guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return }
    let (left, right) = (text(node.leftOperand), text(node.rightOperand))
    switch name {
    case "<", "<=", ">", ">=":
      plant(.boundary, node, instead: "\(left) \(Self.boundaries[name]!) \(right)")
      if !isDecided(node) { negated(node, as: .comparison) }
    case "==", "!=", "===", "!==", "~=":
      if !isDecided(node) { negated(node, as: .comparison) }
    case "&&":
      for operand in [node.leftOperand, node.rightOperand] { plant(.operand, operand, "(# ? true : ", ")") }
    case "||":
      for operand in [node.leftOperand, node.rightOperand] { plant(.operand, operand, "(# ? false : ", ")") }
    case "+", "-", "&+", "&-":
      if left.contains("\"") || right.contains("\"") || left.hasPrefix("[") || right.hasPrefix("[") { return }
      plant(.arithmetic, node, instead: "\(left) \(Self.sums[name]!) \(right)")
    case "..<", "...":
      if !node.leftOperand.is(IntegerLiteralExprSyntax.self) {
        plant(.range, node.leftOperand, "((", ") + (# ? 1 : 0))")
      }
      if !node.rightOperand.is(IntegerLiteralExprSyntax.self) {
        plant(.range, node.rightOperand, "((", ") - (# ? 1 : 0))")
      }
    default: break
    }
  }

  /// Returns whether other rules already replace the expression with `true` and `false`.
  private func isDecided(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let tuple = parent, tuple.is(TupleExprSyntax.self) || tuple.is(LabeledExprSyntax.self) {
      parent = tuple.parent
    }
    guard let parent else { return false }
    if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) { return true }
    if parent.is(ReturnStmtSyntax.self) { return returnsBool(parent) }
    if let block = parent.as(CodeBlockItemSyntax.self) { return isOnly(block) && returnsBool(block) }
    return parent.as(TernaryExprSyntax.self)?.condition.id == node.id
  }

  func constant(_ condition: ExprSyntax) {
    plant(.conditionTrue, condition, "(# ? true : ", ")")
    plant(.conditionFalse, condition, "(# ? false : ", ")")
  }

  func conditions(_ list: ConditionElementListSyntax) {
    guard let first = list.first, text(list) != "true" else { return }
    plant(.conditionFalse, list, inserting: "!#, ", at: first.positionAfterSkippingLeadingTrivia.utf8Offset)
    if list.parent?.is(WhileStmtSyntax.self) == true { return }
    for element in list {
      if case .expression(let expression) = element.condition {
        plant(.conditionTrue, expression, "(# ? true : ", ")")
      }
    }
  }

  func negated(_ value: ExprSyntax) {
    if value.is(BooleanLiteralExprSyntax.self) || value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) {
      return
    }
    negated(value, as: .result)
  }

  private func negated(_ value: some ExprSyntaxProtocol, as rule: Fault.Rule) {
    plant(rule, value, "(# != (", "))")
  }

  func swapped(_ node: some ExprSyntaxProtocol, _ name: String, _ other: String, at token: some SyntaxProtocol) {
    let whole = text(node)
    let place = token.positionAfterSkippingLeadingTrivia.utf8Offset - node.positionAfterSkippingLeadingTrivia.utf8Offset
    let bytes = Array(whole.utf8)
    let swapped = bytes[..<place] + Array(other.utf8) + bytes[(place + name.utf8.count)...]
    plant(.end, node, instead: String(decoding: swapped, as: UTF8.self))
  }

  func member(_ node: MemberAccessExprSyntax) {
    let name = node.declName.baseName.text
    if node.base == nil {
      if node.parent?.is(FunctionCallExprSyntax.self) == true || node.declName.argumentNames != nil { return }
      if let other = neighbours.of(name) { plant(.neighbour, node, "(# ? .\(other) : ", ")") }
    } else if name == "isCancelled" {
      plant(.cancellation, node, "(# ? false : ", ")")
    } else if let other = Self.ends[name], node.parent?.is(FunctionCallExprSyntax.self) != true {
      swapped(node, name, other, at: node.declName)
    }
  }
}
