// SPDX-License-Identifier: EPL-2.0
/** A real Kubernetes for the tests: the program of {@code it/kubernetes}. */
package io.fleetload.it.kubernetes;
