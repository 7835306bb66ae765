/** The profile of a load test of an NGSI broker, and the checks of it. */
package io.fleetload.ngsi.profile;
