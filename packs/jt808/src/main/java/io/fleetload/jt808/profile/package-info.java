/** The profile of a load test of a JT/T 808 platform, and the stamp in a location. */
package io.fleetload.jt808.profile;
