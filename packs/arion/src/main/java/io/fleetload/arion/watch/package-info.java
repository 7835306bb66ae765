/** Watchers, which receive each rule that is written, and full loads by Hazelcast. */
package io.fleetload.arion.watch;
