// SPDX-License-Identifier: EPL-2.0
/**
 * Unary reads over gRPC: the blocking stub of grpc-java, ghz, and the server that they and the
 * product's clients drive.
 */
package io.fleetload.bench.unary;
