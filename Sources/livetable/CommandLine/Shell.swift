import LiveTables

/// A program that reads the tool's commands and options: a shell that completes words, or `man`.
enum Shell: String, CaseIterable {
  case bash, zsh, fish, man

  /// The completions or the manual page, made from the same properties as the help texts.
  var text: String {
    switch self {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case .man: ManualPage().text
    }
  }

  private var commands: [String] { HelpTopic.commands.map(\.rawValue) + ["help"] }

  private func words(_ topic: HelpTopic) -> String {
    let words = topic.options.map(\.name) + (topic == .completions ? Shell.allCases.map(\.rawValue) : [])
    return words.joined(separator: " ")
  }

  private var bash: String {
    let cases = HelpTopic.commands.map { "    \($0.rawValue)) words=\"\(words($0))\" ;;" }
    return """
      # Completions of livetable for bash.
      _livetable() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words
        case "$previous" in
          --input) COMPREPLY=($(compgen -W "csv tsv json columns" -- "$current")); return ;;
          --theme) COMPREPLY=($(compgen -W "dark light" -- "$current")); return ;;
          --format) COMPREPLY=($(compgen -W "text csv tsv json ndjson patch" -- "$current")); return ;;
        esac
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
          *) words="\(words(.tool))"; [ "$COMP_CWORD" -eq 1 ] && words="\(commands.joined(separator: " ")) $words" ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
      }
      complete -o filenames -F _livetable livetable

      """
  }

  private var zsh: String {
    func arguments(_ topic: HelpTopic) -> String {
      let options = topic.options.map { option in
        "'\(option.mayRepeat ? "*" : "")\(option.name)[\(option.summary.zsh)]"
          + (option.placeholder.map { ":\($0.zsh):_files'" } ?? "'")
      }
      return "_arguments " + (options + ["'*:file:_files'"]).joined(separator: " ")
    }
    let cases = HelpTopic.commands.map { "  \($0.rawValue)) \(arguments($0)) ;;" }
    let commands = HelpTopic.commands.map { "'\($0.rawValue):\($0.summary.zsh)'" }
    return """
      #compdef livetable
      # Completions of livetable for zsh.
      if (( CURRENT == 2 )); then
        local -a commands
        commands=(\(commands.joined(separator: " ")))
        _describe command commands
        _files
      fi
      case $words[2] in
      \(cases.joined(separator: "\n"))
        *) \(arguments(.tool)) ;;
      esac

      """
  }

  private var fish: String {
    var lines = ["# Completions of livetable for fish."]
    for topic in HelpTopic.commands {
      lines.append("complete -c livetable -n __fish_use_subcommand -a \(topic.rawValue) -d '\(topic.summary.fish)'")
    }
    for topic in [HelpTopic.tool] + HelpTopic.commands {
      let condition = topic == .tool ? "__fish_use_subcommand" : "'__fish_seen_subcommand_from \(topic.rawValue)'"
      for option in topic.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.isFlag ? "" : " -r"
        lines.append(
          "complete -c livetable -n \(condition) -l \(option.rawValue)\(letter)\(value) "
            + "-d '\(option.summary.fish)'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text for single quotes in zsh, with escaped brackets and colons.
  fileprivate var zsh: String {
    replacingScalars("'", with: "'\\''").replacingScalars("[", with: "\\[").replacingScalars("]", with: "\\]")
      .replacingScalars(":", with: "\\:")
  }

  fileprivate var fish: String { replacingScalars("\\", with: "\\\\").replacingScalars("'", with: "\\'") }
}
