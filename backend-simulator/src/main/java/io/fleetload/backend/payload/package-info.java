/** What a command says and how it is named, on its way from the backend to a device. */
package io.fleetload.backend.payload;
