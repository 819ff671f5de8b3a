@echo off
rem Starts turnkit's connector CLI; arguments, stdin, stdout and the exit code are its own.
rem cmd.exe itself reads "%" and unquoted "& ^ | < >" in arguments before any program sees them:
rem quote such arguments, or pass them with --args-file. The sh and ps1 launchers have no such limit.
setlocal EnableExtensions DisableDelayedExpansion
rem With one of these the executable would be a Bun that runs the scripts of whatever folder this is.
set "BUN_BE_BUN="
set "BUN_OPTIONS="
set "BUN_INSPECT="
set "BUN_INSPECT_CONNECT_TO="
set "BUN_INSPECT_NOTIFY="
set "BUN_INSPECT_PRELOAD="
set "launcher_program="
if defined __MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE call :usable __MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE
if defined launcher_program goto run
set "launcher_candidate=%~dp0turnkit.exe"
call :usable launcher_candidate
if defined launcher_program goto run
set "launcher_rest=%PATH%"
:next
if not defined launcher_rest goto missing
for /f "tokens=1* delims=;" %%A in ("%launcher_rest%") do (
  set "launcher_candidate=%%~A\turnkit.exe"
  set "launcher_rest=%%B"
)
call :usable launcher_candidate
if defined launcher_program goto run
goto next
:missing
echo error: turnkit is not found: not beside mcode-tools, not on PATH 1>&2
exit /b 1
:run
if "%~1"=="--help" echo cmd.exe reads %% and unquoted ^& ^^ ^| ^< ^> in arguments itself: quote them, or use --args-file.
"%launcher_program%" mcode-tools %*
exit /b %ERRORLEVEL%
rem Takes the program that the named variable holds, when it is absolute and there.
:usable
call set "launcher_value=%%%~1%%"
set "launcher_absolute="
if "%launcher_value:~1,2%"==":\" set "launcher_absolute=1"
if "%launcher_value:~0,2%"=="\\" set "launcher_absolute=1"
if not defined launcher_absolute exit /b 0
if exist "%launcher_value%" set "launcher_program=%launcher_value%"
exit /b 0
