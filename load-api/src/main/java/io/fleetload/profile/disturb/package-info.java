/** Disturbances of the target that a profile asks for. */
package io.fleetload.profile.disturb;
