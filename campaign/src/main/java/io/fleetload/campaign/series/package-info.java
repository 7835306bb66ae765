/** Runs one after the other: repetitions, and the search for the limit. */
package io.fleetload.campaign.series;
