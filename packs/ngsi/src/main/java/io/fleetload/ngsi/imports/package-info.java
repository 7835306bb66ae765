/** Descriptions of requests by other tools, as profiles: before the profile. */
package io.fleetload.ngsi.imports;
