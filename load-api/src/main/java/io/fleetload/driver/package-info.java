/**
 * The contract between the engine and a protocol: a device's link, what is sent over it, what comes
 * of it and why it failed.
 */
package io.fleetload.driver;
