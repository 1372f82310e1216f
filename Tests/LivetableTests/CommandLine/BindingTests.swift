import Testing

@testable import livetable

@Suite struct BindingTests {
  private let row = Record(
    identity: "1", object: ["PID": .number("7"), "A B": .string("it's; rm -rf $HOME"), "E": .string("")])

  @Test(arguments: [
    ("k:kill {PID}", "kill 7"), ("k:kill {pid} {PID}", "kill 7 7"),
    ("e:echo {a b}", #"echo 'it'\''s; rm -rf $HOME'"#), ("e:echo {E} ${HOME} {x,y} {}", "echo '' ${HOME} {x,y} {}"),
    ("e:a:b {", "a:b {"), (#"e:echo "{a b}""#, #"echo ""'it'\''s; rm -rf $HOME'"""#),
    ("e:echo '{a b}'", #"echo '''it'\''s; rm -rf $HOME'''"#),
    (#"e:echo "$(cat {PID})" "{PID}""#, #"echo "$(cat 7)" ""7"""#),
    (#"e:echo "$(cat "{PID}")" \"{PID}"#, #"echo "$(cat ""7"")" \"7"#), ("e:echo a#{PID}", "echo a#7"),
    ("e:(echo {PID}) # it's done", "(echo 7) # it's done"),
    (#"e:echo "$$({a b})""#, #"echo "$$("'it'\''s; rm -rf $HOME'")""#), ("e:echo $${PID} {PID}", "echo $${PID} 7"),
    (#"e:echo "${x:-$HOME)}$(cat ${x%)} {PID})" {PID}"#, #"echo "${x:-$HOME)}$(cat ${x%)} 7)" 7"#),
    ("e:{ echo {PID}; date; } >> x", "{ echo 7; date; } >> x"), ("e:{ {PID}; }", "{ 7; }"),
    ("e:awk '{print $1}' {PID}", "awk '{print $1}' 7"),
    ("e:echo {1..3} {PID}", "echo {1..3} 7"), ("e:f() { echo {PID} ;}; f", "f() { echo 7 ;}; f"),
    ("e:awk '{ n++ } END { print n }' {PID}", "awk '{ n++ } END { print n }' 7"),
    ("e:case x in a) echo {PID};; esac", "case x in a) echo 7;; esac"),
  ]) func valuesAreOneWordEach(text: String, command: String) throws {
    #expect(try Binding(text).command(for: row) == command)
  }

  @Test(arguments: [
    "echo `cat {PID}`", "true # {PID}", "cat << E\n{PID}\nE", "echo $(({PID} + 1))", "echo $'{PID}'",
    #"echo "${x:-{PID}}""#, "echo ${x:-{PID}}", #"echo "${x:-a{PID}}""#, #"echo "${x:-"{PID}"}""#,
    #"echo "${x:-$(cat {PID})}""#, #"echo "${x:-'}{PID}'}""#, #"echo "${x:-\}{PID}}""#, #"echo "${x:-${y:-b}{PID}}""#,
    #"echo "$(case x in a) true;; *) cat {PID};; esac)""#, "((x = {PID}))", "echo $[{PID} + 1]",
  ]) func aValueIsNotPutWhereQuotesMeanNothing(command: String) {
    #expect(throws: UsageError.self) { try Binding("k:" + command) }
  }

  @Test(arguments: [
    "x; touch no #", "\"$(touch no)\"", "'$(touch no)'", "`touch no`", "a\nb", "-n", "\\", "$HOME", "*", "",
    "'\u{301}; touch no; '\u{301}",
  ])
  func aShellTakesAnyValueForOneWord(value: String) async throws {
    let row = Record(identity: "1", object: ["v": .string(value)])
    for form in ["{v}", "'{v}'", "\"{v}\"", "\"$(printf %s {v})\"", "\"$(printf %s \"{v}\")\""] {
      let command = try Binding("k:printf '<%s>' " + form).command(for: row)
      let result = try await CommandRun(command: ["/bin/sh", "-c", command]).result()
      #expect(String(decoding: result.output, as: UTF8.self) == "<\(value)>", "\(command)")
    }
  }

  @Test func aColumnThatIsNotThereIsTrouble() throws {
    #expect(throws: Binding.UnknownColumn(name: "NOPE")) { try Binding("k:kill {NOPE}").command(for: row) }
    for text in ["", "k", "k:", "kk:x", ":x", "q:x", " :x"] { #expect(throws: UsageError.self) { try Binding(text) } }
  }
}
