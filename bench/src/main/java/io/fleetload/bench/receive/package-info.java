// SPDX-License-Identifier: EPL-2.0
/** What reads records of a Kafka, for comparison. */
package io.fleetload.bench.receive;
