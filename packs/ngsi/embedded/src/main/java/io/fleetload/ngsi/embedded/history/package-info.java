/** What entities were before, for temporal queries. */
package io.fleetload.ngsi.embedded.history;
