// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.core.annotation.Mapping;
import java.util.List;

/**
 * The answer to each message; netmc finds the methods by their ids. Other ids get no answer.
 *
 * <p>As in go-jt808, a wrong code gets result 1 and the terminal may go on. Locations of a terminal
 * that is not registered are accepted. A location that cannot be read is acknowledged and not
 * published.
 */
public final class Endpoint {
  private static final int GENERAL_ANSWER = 0x8001;
  private static final int REGISTRATION_ANSWER = 0x8100;
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_RESULTS = 4;

  private final Bodies bodies;
  private final Reports reports;
  private final Misconduct misconduct;
  private final Traffic traffic;
  private long locationMessages;
  private long authentications;
  private long wrongResults;

  Endpoint(Bodies bodies, Reports reports, Misconduct misconduct, Traffic traffic) {
    this.bodies = bodies;
    this.reports = reports;
    this.misconduct = misconduct;
    this.traffic = traffic;
  }

  /** The code of every terminal is its phone. */
  @Mapping(types = 0x0100)
  public Frame registration(Frame request, TerminalSession session) {
    Bodies.RegistrationAnswer answer = new Bodies.RegistrationAnswer();
    answer.serial = request.serial;
    answer.result = OK;
    answer.code = request.phone;
    byte[] body = bodies.write(Bodies.RegistrationAnswer.class, answer);
    return request.to(REGISTRATION_ANSWER, session.nextSerialNo(), body);
  }

  @Mapping(types = 0x0102)
  public Frame authentication(Frame request, TerminalSession session) {
    Bodies.Authentication body =
        bodies.read(Bodies.Authentication.class, request).orElseGet(Bodies.Authentication::new);
    if (request.version() == Frame.VERSION_2019 && body.software == null) {
      traffic.unreadable.increment();
      return null;
    }
    boolean refused = Misconduct.hits(misconduct.refused(), ++authentications);
    boolean right = request.phone.equals(body.code) && !refused;
    Frame answer = answer(request, session, right ? OK : FAILED);
    if (refused) {
      session.closeAfter(answer);
      return null;
    }
    return answer;
  }

  @Mapping(types = 0x0002)
  public Frame heartbeat(Frame request, TerminalSession session) {
    return answer(request, session, OK);
  }

  @Mapping(types = 0x0200)
  public Frame location(Frame request, TerminalSession session) {
    long n = ++locationMessages;
    Bodies.Location location = bodies.read(Bodies.Location.class, request).orElse(null);
    if (location == null || !location.complete()) {
      traffic.unreadable.increment();
    } else if (!Misconduct.hits(misconduct.unpublished(), n)) {
      reports.location(request.phone, location);
    }
    return acknowledgement(request, session, n);
  }

  @Mapping(types = 0x0704)
  public Frame batch(Frame request, TerminalSession session) {
    long n = ++locationMessages;
    Bodies.Batch batch = bodies.read(Bodies.Batch.class, request).orElse(null);
    if (batch == null || batch.locations.size() < batch.count) {
      traffic.unreadable.increment();
      return acknowledgement(request, session, n);
    }
    List<Bodies.Location> locations = batch.locations.subList(0, batch.count);
    if (!locations.stream().allMatch(Bodies.Location::complete)) {
      traffic.unreadable.increment();
    } else if (!Misconduct.hits(misconduct.unpublished(), n)) {
      reports.batch(request.phone, locations);
    }
    return acknowledgement(request, session, n);
  }

  /** Publishes a terminal's answer to a command, which gets no answer itself. */
  @Mapping(types = {0x0001, 0x0104, 0x0201})
  public void commandAnswer(Frame request) {
    bodies
        .read(Bodies.TerminalAnswer.class, request)
        .filter(answer -> request.body.length >= 2)
        .ifPresentOrElse(
            answer -> reports.answer(request, answer.serial), traffic.unreadable::increment);
  }

  private Frame acknowledgement(Frame request, TerminalSession session, long n) {
    if (Misconduct.hits(misconduct.cut(), n)) {
      session.invalidate();
      return null;
    }
    if (Misconduct.hits(misconduct.silent(), n)) {
      return null;
    }
    if (Misconduct.hits(misconduct.wrongResult(), n)) {
      return answer(request, session, 1 + (int) (wrongResults++ % WRONG_RESULTS));
    }
    traffic.acknowledged.increment();
    return answer(request, session, OK);
  }

  private Frame answer(Frame request, TerminalSession session, int result) {
    Bodies.GeneralAnswer answer = new Bodies.GeneralAnswer();
    answer.serial = request.serial;
    answer.id = request.id;
    answer.result = result;
    byte[] body = bodies.write(Bodies.GeneralAnswer.class, answer);
    return request.to(GENERAL_ANSWER, session.nextSerialNo(), body);
  }
}
