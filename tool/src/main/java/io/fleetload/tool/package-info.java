/**
 * Life of a tool as a process: the options with which it starts, the places to which it writes, the
 * events that it reports, and the exit code with which it ends.
 */
package io.fleetload.tool;
