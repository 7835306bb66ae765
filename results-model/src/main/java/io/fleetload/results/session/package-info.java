/**
 * Sessions that the target announces to the backend: when each began and ended at the devices, what
 * announcements the backend received, and both together.
 */
package io.fleetload.results.session;
