/** The backend: what the platform publishes on NATS, and what it stores. */
package io.fleetload.jt808.backend;
