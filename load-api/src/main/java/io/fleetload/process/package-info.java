/**
 * How a tool lives as a process: with which options it starts, how it is told to stop, and with
 * which exit code it ends.
 */
package io.fleetload.process;
