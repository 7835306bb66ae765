/** Commands to terminals as the platform publishes them, and whose they are. */
package io.fleetload.jt808.command;
