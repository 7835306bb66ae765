// SPDX-License-Identifier: EPL-2.0
/**
 * Updates of NGSI-LD entities over HTTP: the server that the product's users and other load tools
 * drive, and these tools.
 */
package io.fleetload.bench.updates;
