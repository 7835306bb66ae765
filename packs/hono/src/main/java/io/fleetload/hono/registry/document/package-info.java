/** Documents of Hono's registry in MongoDB, and the credentials in them. */
package io.fleetload.hono.registry.document;
