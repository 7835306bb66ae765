/** Output of a run for a person, on the terminal. */
package io.fleetload.campaign.screen;
