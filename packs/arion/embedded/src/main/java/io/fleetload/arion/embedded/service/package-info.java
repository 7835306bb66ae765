// SPDX-License-Identifier: EPL-2.0
/** The three gRPC services: reads, writes and watches. */
package io.fleetload.arion.embedded.service;
