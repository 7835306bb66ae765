/**
 * Health of a simulator: how late it is, how long it stood still, which share of the processors it
 * had. Both simulators watch themselves with it, and the profile's limits judge both.
 */
package io.fleetload.health;
