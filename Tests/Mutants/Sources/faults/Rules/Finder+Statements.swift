import SwiftSyntax

extension Finder {
  /// Plants the faults of an expression statement: a call, an assignment, or an implicitly returned value.
  func statement(_ expression: ExprSyntax, of item: CodeBlockItemSyntax) {
    var inner = expression
    while true {
      if let attempt = inner.as(TryExprSyntax.self) {
        inner = attempt.expression
      } else if let wait = inner.as(AwaitExprSyntax.self) {
        inner = wait.expression
      } else if let unfolded = inner.as(OptionalChainingExprSyntax.self) {
        inner = unfolded.expression
      } else {
        break
      }
    }
    if isOnly(item), let type = resultType(item), type != "Void" {
      if type == "Bool" { negated(expression) }
      return
    }
    if isOnly(item), givesValue(item) { return }
    if let infix = inner.as(InfixOperatorExprSyntax.self) {
      let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      guard infix.operator.is(AssignmentExprSyntax.self) || name.hasSuffix("=") else { return }
      if infix.leftOperand.is(DiscardAssignmentExprSyntax.self) {
        plant(.call, item.item, "if !# { ", " }")
      } else if !isInitialising(item) {
        plant(.assignment, item.item, "if !# { ", " }")
      }
    } else if let call = inner.as(FunctionCallExprSyntax.self) {
      let callee = text(call.calledExpression)
      let isKept = [
        "precondition", "preconditionFailure", "assert", "fatalError", "super.init", "self.init", "_fixLifetime",
        "withExtendedLifetime",
      ].contains(callee)
      let isValue = callee.first?.isUppercase == true && !callee.hasPrefix("Task")
      if !isKept, !isValue { plant(.call, item.item, "if !# { ", " }") }
    }
  }

  /// Returns whether the statement is the implicit result of a closure passed to a function like `map`.
  private func givesValue(_ item: CodeBlockItemSyntax) -> Bool {
    guard let closure = item.parent?.parent?.as(ClosureExprSyntax.self) else { return false }
    var parent = closure.parent
    while let current = parent, !current.is(FunctionCallExprSyntax.self) {
      if current.is(CodeBlockItemSyntax.self) { return false }
      parent = current.parent
    }
    guard let call = parent?.as(FunctionCallExprSyntax.self) else { return false }
    let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    let users = ["map", "compactMap", "flatMap", "mapValues", "reduce", "sorted", "filter", "contains", "allSatisfy"]
    return users.contains(name)
  }

  private func isInitialising(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let current = parent {
      if current.is(InitializerDeclSyntax.self) { return true }
      if current.is(FunctionDeclSyntax.self) || current.is(ClosureExprSyntax.self) { return false }
      parent = current.parent
    }
    return false
  }

  /// Returns whether the statement is the entire body of a function, accessor or closure.
  func isOnly(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let body = list.parent else {
      return false
    }
    if body.is(ClosureExprSyntax.self) || body.is(AccessorBlockSyntax.self) { return true }
    guard let owner = body.parent else { return false }
    return owner.is(FunctionDeclSyntax.self) || owner.is(AccessorDeclSyntax.self) || owner.is(SubscriptDeclSyntax.self)
  }

  func returnsBool(_ node: some SyntaxProtocol) -> Bool { resultType(node) == "Bool" }

  /// Returns the declared result type of the innermost function, accessor or closure, if it has one.
  func resultType(_ node: some SyntaxProtocol) -> String? {
    var parent = node.parent
    while let current = parent {
      if let closure = current.as(ClosureExprSyntax.self) {
        return closure.signature?.returnClause.map { text($0.type) }
      }
      if let function = current.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause.map { text($0.type) } ?? "Void"
      }
      if let accessor = current.as(AccessorDeclSyntax.self), accessor.accessorSpecifier.text != "get" { return "Void" }
      if current.is(InitializerDeclSyntax.self) || current.is(DeinitializerDeclSyntax.self) { return "Void" }
      if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return binding.typeAnnotation.map { text($0.type) }
      }
      if let script = current.as(SubscriptDeclSyntax.self) { return text(script.returnClause.type) }
      parent = current.parent
    }
    return nil
  }

  /// Returns whether the clause is compiled on Linux, in debug builds, with SQLite.
  func isActive(_ clause: IfConfigClauseSyntax) -> Bool {
    guard let condition = clause.condition else {
      guard let clauses = clause.parent?.as(IfConfigClauseListSyntax.self) else { return false }
      return !clauses.contains { $0.condition != nil && isActive($0) }
    }
    return ["SQLite", "DEBUG", "os(Linux)", "canImport(Glibc)"].contains(text(condition))
  }
}

/// The enumeration cases without associated values, each with the case that follows it.
struct Neighbours: Sendable {
  private var next: [String: Set<String>] = [:]

  /// Returns the neighbor of a case, or `nil` if the name is ambiguous.
  func of(_ name: String) -> String? {
    guard let candidates = next[name], candidates.count == 1 else { return nil }
    return candidates.first
  }

  mutating func learn(_ source: SourceFileSyntax) {
    let visitor = Enumerations(viewMode: .sourceAccurate)
    visitor.walk(source)
    for names in visitor.found where names.count > 1 {
      for (index, name) in names.enumerated() {
        next[name, default: []].insert(names[(index + 1) % names.count])
      }
    }
  }

  private final class Enumerations: SyntaxVisitor {
    var found: [[String]] = []

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      found.append(
        node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
          .filter { $0.parameterClause == nil }.map(\.name.text))
      return .visitChildren
    }
  }
}
