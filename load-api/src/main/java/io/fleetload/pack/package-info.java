/**
 * Parts that a campaign gives the engine: its flows, and how devices, backend and target are
 * reached. The engine knows no campaign by name.
 */
package io.fleetload.pack;
