/**
 * State that the simulators report of themselves, and whether that leaves a verdict on the target.
 */
package io.fleetload.results.health;
