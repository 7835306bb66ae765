/** The command line that all tools share: their common options, and mistakes in one line. */
package io.fleetload.commandline;
