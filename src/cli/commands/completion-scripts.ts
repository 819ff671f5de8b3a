export type CompletionShell = "bash" | "zsh" | "fish" | "powershell";

/** A script for one shell; it asks this program for proposals, so it never goes stale. */
export function completionScript(shell: CompletionShell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Readonly<Record<CompletionShell, string>> = {
  bash: `_turnkit() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}") line
  COMPREPLY=()
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
  turnkit __complete -- $words[2..-1] 2>/dev/null
end
complete -c turnkit -a '(__turnkit_complete)'
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
