export type CompletionShell = "bash" | "zsh" | "fish" | "powershell";

/** A script for one shell; it asks this program for proposals, so it never goes stale. */
export function completionScript(shell: CompletionShell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Readonly<Record<CompletionShell, string>> = {
  bash: `_turnkit() {
  local words=() word line
  COMPREPLY=()
  # bash takes --flag=value apart at the equals sign.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do [[ $word == = ]] || words+=("$word"); done
  [[ \${COMP_WORDS[COMP_CWORD]} == = ]] && words+=("")
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(turnkit __complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _turnkit turnkit
`,
  zsh: `#compdef turnkit
_turnkit() {
  local -a proposals
  proposals=("\${(@f)$(turnkit __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$proposals" ]]; then compadd -- $proposals; else _files; fi
}
if [[ "$funcstack[1]" = _turnkit ]]; then _turnkit "$@"; else compdef _turnkit turnkit; fi
`,
  fish: `function __turnkit_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (turnkit __complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c turnkit -f -a '(__turnkit_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName turnkit -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  turnkit __complete -- @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};
