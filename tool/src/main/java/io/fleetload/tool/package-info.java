/**
 * How a tool lives as a process: with which options it starts, where it writes, how it says what
 * happens, and with which exit code it ends.
 */
package io.fleetload.tool;
