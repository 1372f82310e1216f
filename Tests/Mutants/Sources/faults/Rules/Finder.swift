import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A visitor that creates the faults of one file.
final class Finder: SyntaxVisitor {
  private let file: String
  private let bytes: [UInt8]
  private let lines: [Substring]
  private let converter: SourceLocationConverter
  let neighbours: Neighbours
  private(set) var faults: [Fault] = []

  static func faults(in file: String, _ source: String, _ neighbours: Neighbours) -> [Fault] {
    let parsed = Parser.parse(source: source)
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = Finder(file, source, folded, neighbours)
    finder.walk(folded)
    return finder.faults
  }

  private init(_ file: String, _ source: String, _ tree: Syntax, _ neighbours: Neighbours) {
    self.file = file
    self.neighbours = neighbours
    bytes = Array(source.utf8)
    lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  func text(_ node: some SyntaxProtocol) -> String {
    String(decoding: bytes[range(node)], as: UTF8.self)
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Plants a fault that puts `prefix` before and `suffix` after a node.
  func plant(_ rule: Fault.Rule, _ node: some SyntaxProtocol, _ prefix: String, _ suffix: String) {
    plant(rule, node, range(node), prefix, suffix)
  }

  /// Plants a fault that replaces a node with another expression.
  func plant(_ rule: Fault.Rule, _ node: some SyntaxProtocol, instead: String) {
    // Comments and multiline literals cannot be joined into one line.
    if ["#", "//", "/*", "\"\"\""].contains(where: { instead.contains($0) }) { return }
    plant(rule, node, "(# ? \(instead.split(separator: "\n").joined(separator: " ")) : ", ")")
  }

  /// Plants a fault that inserts `text` within a node.
  func plant(_ rule: Fault.Rule, _ node: some SyntaxProtocol, inserting text: String, at offset: Int) {
    plant(rule, node, offset..<offset, text, "")
  }

  private func plant(
    _ rule: Fault.Rule, _ node: some SyntaxProtocol, _ range: Range<Int>, _ prefix: String, _ suffix: String
  ) {
    let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    let words = text(node).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    faults.append(
      Fault(
        rule: rule, file: file, line: place.line, column: place.column, text: String(words.prefix(100)),
        context: String(lines[place.line - 1].trimmingPrefix { $0 == " " }),
        edit: Edit(range: range, prefix: prefix, suffix: suffix)))
  }

  // MARK: Skipped syntax

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if isActive(node), let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  // MARK: Rules

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    infix(node)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    constant(node.condition)
    return .visitChildren
  }

  override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
    conditions(node)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    constant(node.condition)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    plant(.conditionFalse, node.condition, "(# ? false : ", ")")
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if case .expr(let expression) = node.item { statement(expression, of: node) }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression, returnsBool(node) { negated(value) }
    return .visitChildren
  }

  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    plant(.deferred, node.body.statements, "if !# { ", " }")
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(ConditionElementSyntax.self) != true { plant(.literal, node, "(# != ", ")") }
    return .skipChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = Int(node.literal.text), value < 100 else { return .skipChildren }
    if let prefix = node.parent?.as(PrefixOperatorExprSyntax.self) {
      if prefix.operator.text == "-" { plant(.number, prefix, instead: "\(1 - value)") }
    } else {
      plant(.number, node, instead: "\(value + 1)")
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if ["precondition", "preconditionFailure", "assert", "fatalError"].contains(name) { return .skipChildren }
      if let other = Self.ends[name] { swapped(node, name, other, at: node.calledExpression) }
    }
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), member.base != nil,
      let other = Self.ends[member.declName.baseName.text]
    {
      swapped(node, member.declName.baseName.text, other, at: member.declName)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    member(node)
    return .visitChildren
  }
}
