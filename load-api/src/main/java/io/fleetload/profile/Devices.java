package io.fleetload.profile;

import java.util.List;

/** The fleet: how many devices, their names, their keys, the addresses they send from. */
public record Devices(
    @Doc(value = "how many devices", required = true, least = 1, most = 10_000_000) Integer count,
    @Doc(
            value = "a device's name; {index} counts from 0",
            byDefault = "device-{index}",
            form = "[A-Za-z0-9._:-]*\\{index\\}[A-Za-z0-9._:-]*",
            expected = "a name with {index} in it, such as device-{index}")
        String id,
    @Doc(value = "the devices' pre-shared keys") Psk psk,
    @Doc(
            value = "local addresses that the devices send from; each carries its own ports",
            byDefault = "[127.0.0.1] for a target on this host, else any")
        List<String> bind,
    @Doc(value = "the longest wait for an outcome, beyond a command query's ttd", byDefault = "30s")
        Span timeout) {

  /** Pre-shared keys, derived so that no list of them is needed on the load hosts. */
  public record Psk(
      @Doc(
              value =
                  "the secret that every device's key is derived from (HMAC-SHA-256 of its name);"
                      + " take it from the environment: ${PSK_SECRET}",
              byDefault = "demo",
              form = "[\\s\\S]+",
              expected = "a text that is not empty",
              secret = true)
          String derivedFrom) {
    /** Fills in what the profile leaves open. */
    public Psk {
      derivedFrom = derivedFrom == null ? "demo" : derivedFrom;
    }

    /** Never shows the secret. */
    @Override
    public String toString() {
      return "Psk[derivedFrom=***]";
    }
  }

  /** Fills in what the profile leaves open. */
  public Devices {
    id = id == null ? "device-{index}" : id;
    psk = psk == null ? new Psk(null) : psk;
    bind = bind == null ? List.of() : List.copyOf(bind);
    timeout = timeout == null ? Span.parse("30s") : timeout;
  }

  /** The name of a device. */
  public String name(int index) {
    return id.replace("{index}", Integer.toString(index));
  }
}
