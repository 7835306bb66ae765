/** Rules before a run: written, checked and removed, by gRPC or by Hazelcast. */
package io.fleetload.arion.provision;
