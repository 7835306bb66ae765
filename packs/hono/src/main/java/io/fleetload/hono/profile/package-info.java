/** The profile of a load test of Hono, and the checks of it. */
package io.fleetload.hono.profile;
