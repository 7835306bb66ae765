/** The profile of a load test of Arion, and what its keys mean on the wire. */
package io.fleetload.arion.profile;
