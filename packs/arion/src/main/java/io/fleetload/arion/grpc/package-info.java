// SPDX-License-Identifier: EPL-2.0
/**
 * The clients' side of an Arion master's services: HTTP/2 connections on one thread, and the
 * requests and streams on them.
 */
package io.fleetload.arion.grpc;
