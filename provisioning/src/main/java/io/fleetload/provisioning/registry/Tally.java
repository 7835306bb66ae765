package io.fleetload.provisioning.registry;

/**
 * What became of the documents of one kind.
 *
 * @param created were missing
 * @param updated differed
 * @param unchanged were as they have to be
 */
public record Tally(int created, int updated, int unchanged) {
  /** For the closing sentence. */
  @Override
  public String toString() {
    return created + " created, " + updated + " updated, " + unchanged + " unchanged";
  }
}
