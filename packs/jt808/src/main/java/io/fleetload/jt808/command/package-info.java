/** Commands to terminals as the platform publishes them, with the terminals that they are for. */
package io.fleetload.jt808.command;
