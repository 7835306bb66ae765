// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One Hono, warm, for all tests that do not harm it; it stops after the last one. */
final class SharedHono {
  private SharedHono() {}

  /** Gives it to the constructors that ask for it. */
  static final class Given implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Hono.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedHono.class))
          .getOrComputeIfAbsent(SharedHono.class, ignored -> started());
    }

    private static Hono started() {
      try {
        Hono hono = Hono.start("--tenant=reader", "--tenant=held");
        hono.provision(List.of("warm"));
        Path directory = Files.createTempDirectory("warm");
        // What a cold Hono answers with errors is a fault that is not meant here.
        new FaultRun(hono, directory, "warm").under(FaultSchedule.ofLink(Load.seconds(6)));
        return hono;
      } catch (Exception e) {
        throw new IllegalStateException("the embedded Hono does not start", e);
      }
    }
  }
}
