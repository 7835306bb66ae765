/** The former states of entities, for temporal queries. */
package io.fleetload.ngsi.embedded.history;
