@echo off
rem The script loadtest for Windows. In a source tree it builds what is missing, but does not see what
rem changed: run mvnw.cmd package after that.
setlocal
set "HERE=%~dp0."
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo loadtest: no java found; install a JDK 17 or newer, or set JAVA_HOME to one>&2
  exit /b 2
)
set "PROGRAM=%HERE%\campaign.jar"
if exist "%PROGRAM%" goto start
set "PROGRAM=%HERE%\campaign\target\campaign.jar"
if exist "%PROGRAM%" goto start
echo loadtest: building; the first time takes a few minutes, needs the Internet, and loads about 480 MB where .m2 is empty>&2
pushd "%HERE%"
call mvnw.cmd -B -ntp -Dmaven.test.skip=true -Dspotless.check.skip package 1>&2
if errorlevel 1 (
  echo loadtest: the build failed; its output is above>&2
  exit /b 2
)
popd
:start
set "OPTIONS=-XX:TieredStopAtLevel=1"
if "%~1"=="merge" set "OPTIONS=-XX:+UseSerialGC -XX:NewRatio=4"
"%JAVA%" %OPTIONS% -Xmx256m -Xlog:disable %FLEETLOAD_JAVA_OPTIONS% "-Dfleetload.home=%HERE%" -jar "%PROGRAM%" %*
exit /b %ERRORLEVEL%
