// SPDX-License-Identifier: EPL-2.0
/** Readers of records of a Kafka, for comparison. */
package io.fleetload.bench.receive;
