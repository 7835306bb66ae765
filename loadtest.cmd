@echo off
rem The script loadtest for Windows. In a source tree it builds what is missing, but does not see what
rem changed: run mvnw.cmd package after that.
setlocal
set "HERE=%~dp0."
rem The whole name: a java.bat that is called like a program never comes back.
set "JAVA=java.exe"
set "VERSION="
if not defined JAVA_HOME goto installed
set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%JAVA%" goto named
echo loadtest: set JAVA_HOME to a JDK 17 or newer, or unset it; found no bin\java.exe in "%JAVA_HOME%">&2
exit /b 2
:named
rem A JDK says in its file release which version it is; to ask it takes longer.
if not exist "%JAVA_HOME%\release" goto start
for /f "usebackq tokens=1,2 delims==" %%k in ("%JAVA_HOME%\release") do if "%%k"=="JAVA_VERSION" set "VERSION=%%~l"
goto version
:installed
java.exe -version >nul 2>&1
if not errorlevel 1 goto ask
echo loadtest: no java.exe found; install a JDK 17 or newer, or set JAVA_HOME to one>&2
exit /b 2
:ask
for /f "tokens=2,3" %%k in ('java.exe -version 2^>^&1') do if "%%k"=="version" set "VERSION=%%~l"
:version
set "MAJOR=17"
for /f "delims=.-_+" %%k in ("%VERSION%") do set "MAJOR=%%k"
if %MAJOR% GEQ 17 goto start
echo loadtest: install a JDK 17 or newer, or set JAVA_HOME to one; "%JAVA%" is Java %VERSION%>&2
exit /b 2
:start
set "PROGRAM=%HERE%\campaign.jar"
if exist "%PROGRAM%" goto run
set "PROGRAM=%HERE%\campaign\target\campaign.jar"
if exist "%PROGRAM%" goto run
echo loadtest: building; the first time takes a few minutes, needs the Internet, and loads about 480 MB where .m2 is empty>&2
pushd "%HERE%"
call mvnw.cmd -B -ntp -Dmaven.test.skip=true -Dspotless.check.skip package 1>&2
set "CODE=%ERRORLEVEL%"
popd
if "%CODE%"=="0" goto run
echo loadtest: the build failed; its output is above>&2
exit /b 2
:run
set "OPTIONS=-XX:TieredStopAtLevel=1"
if "%~1"=="merge" set "OPTIONS=-XX:+UseSerialGC -XX:NewRatio=4"
rem A JVM that cannot start a program ends with 1, which says elsewhere that a threshold was crossed. So
rem the program says that with another code.
"%JAVA%" %OPTIONS% -Xmx1g -Xlog:disable %FLEETLOAD_JAVA_OPTIONS% "-Dfleetload.home=%HERE%" -Dfleetload.crossed=101 -jar "%PROGRAM%" %*
set "CODE=%ERRORLEVEL%"
if "%CODE%"=="101" exit /b 1
if not "%CODE%"=="1" exit /b %CODE%
echo loadtest: Java did not start the program, for the reason above: change FLEETLOAD_JAVA_OPTIONS, allow more memory or files, or install again>&2
exit /b 2
