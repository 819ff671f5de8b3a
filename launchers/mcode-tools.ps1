# Starts turnkit's connector CLI; arguments, stdin, stdout and the exit code are its own.

function Test-Program([string] $Path) {
  return $Path -ne '' -and [IO.Path]::IsPathRooted($Path) -and (Test-Path -LiteralPath $Path -PathType Leaf)
}

function Find-Program {
  $name = if ($env:OS -eq 'Windows_NT') { 'turnkit.exe' } else { 'turnkit' }
  $given = $env:__MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE
  if (Test-Program $given) { return $given }
  # The folder of this file itself, behind every link.
  $self = Get-Item -LiteralPath $PSCommandPath
  for ($links = 0; $self.LinkType -eq 'SymbolicLink' -and $links -lt 40; $links++) {
    $target = @($self.Target)[0]
    if (-not [IO.Path]::IsPathRooted($target)) { $target = Join-Path $self.DirectoryName $target }
    $self = Get-Item -LiteralPath $target
  }
  $beside = Join-Path $self.DirectoryName $name
  if (Test-Program $beside) { return $beside }
  # Absolute entries only: a program of the current folder is never started.
  foreach ($entry in ($env:PATH -split [IO.Path]::PathSeparator)) {
    if ($entry -eq '' -or -not [IO.Path]::IsPathRooted($entry)) { continue }
    $candidate = Join-Path $entry $name
    if (Test-Program $candidate) { return $candidate }
  }
  return $null
}

$program = Find-Program
if ($null -eq $program) {
  [Console]::Error.WriteLine('error: turnkit is not found: not beside mcode-tools, not on PATH')
  exit 1
}

# With one of these the executable would be a Bun that runs the scripts of whatever folder this is.
$saved = @(Get-ChildItem Env: | Where-Object { $_.Name -match '^(BUN_BE_BUN|BUN_OPTIONS|BUN_INSPECT.*)$' })
try {
  foreach ($entry in $saved) { Remove-Item -LiteralPath "Env:$($entry.Name)" }
  $words = $args
  if (Get-Variable PSNativeCommandArgumentPassing -ErrorAction SilentlyContinue) {
    $PSNativeCommandArgumentPassing = 'Standard'
  } else {
    # Windows PowerShell neither escapes quotes nor passes empty arguments.
    $words = @($args | ForEach-Object {
        $word = [string] $_ -replace '(\\*)"', '$1$1\"'
        if ($word -eq '') { '""' } elseif ($word -match '\s') { $word -replace '(\\+)$', '$1$1' } else { $word }
      })
  }
  if ($MyInvocation.ExpectingInput) { $input | & $program mcode-tools @words }
  else { & $program mcode-tools @words }
  $code = $LASTEXITCODE
} finally {
  foreach ($entry in $saved) { Set-Item -LiteralPath "Env:$($entry.Name)" -Value $entry.Value }
}
exit $code
