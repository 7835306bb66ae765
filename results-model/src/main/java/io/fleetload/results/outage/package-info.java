/** Sessions that were gone, and what was done to the target on purpose. */
package io.fleetload.results.outage;
