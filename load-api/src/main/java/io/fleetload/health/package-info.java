/**
 * How well a simulator does its own part: how late it is, how long it stood still, what it had of
 * the processors. Both simulators watch themselves with it, and the profile's limits judge both.
 */
package io.fleetload.health;
