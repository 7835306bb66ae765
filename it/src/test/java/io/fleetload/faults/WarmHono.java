// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import io.fleetload.it.Hono;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the Hono that all tests share to those that want it warm: what a cold one answers with
 * errors is a fault that is not meant here.
 */
final class WarmHono implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Hono.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Hono hono = Hono.Shared.in(context);
    context
        .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(WarmHono.class))
        .getOrComputeIfAbsent(WarmHono.class, ignored -> warmed(hono));
    return hono;
  }

  private static boolean warmed(Hono hono) {
    try {
      provision(hono, List.of("warm"));
      Path directory = Files.createTempDirectory("warm");
      new FaultRun(hono, directory, "warm").under(FaultSchedule.ofLink(Load.seconds(6)));
      return true;
    } catch (Exception e) {
      throw new IllegalStateException("the embedded Hono cannot be warmed", e);
    }
  }

  /** Makes tenants with as many devices as a run can have. */
  static void provision(Hono hono, List<String> tenants) throws Exception {
    hono.provision(Load.LARGEST.profile("provision", tenants.get(0)), tenants);
  }
}
