/** Limits of the target that a profile expects. */
package io.fleetload.profile.limit;
