/** What the simulators say of themselves, and whether that leaves a verdict on the target. */
package io.fleetload.results.health;
