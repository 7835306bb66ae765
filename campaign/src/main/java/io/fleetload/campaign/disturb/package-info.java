/** Disturbances of the target, done when they are due and noted. */
package io.fleetload.campaign.disturb;
