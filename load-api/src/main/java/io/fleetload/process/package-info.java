/** How a tool lives as a process: how it is told to stop, and with which exit code it ends. */
package io.fleetload.process;
