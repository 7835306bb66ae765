// SPDX-License-Identifier: EPL-2.0
/** The requests and answers, and what counts them. */
package io.fleetload.ngsi.embedded.http;
