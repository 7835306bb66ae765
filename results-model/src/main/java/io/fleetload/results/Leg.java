package io.fleetload.results;

/** The legs of a command, in their order; together they are the whole, for every single command. */
public enum Leg {
  /** The device sent its query; the backend received it. */
  QUERY_TO_BACKEND("queryToBackend"),
  /** The backend received the query; it wrote the command. */
  BACKEND_TO_COMMAND("backendToCommand"),
  /** The backend wrote the command; the device received it. */
  COMMAND_TO_DEVICE("commandToDevice"),
  /** The device received the command; it sent its answer. */
  DEVICE_TO_ANSWER("deviceToAnswer"),
  /** The device sent its answer; the backend received it. */
  ANSWER_TO_BACKEND("answerToBackend"),
  /** The device sent its query; the backend received the answer. */
  WHOLE("whole");

  private final String key;

  Leg(String key) {
    this.key = key;
  }

  /** Its name in the books. */
  public String key() {
    return key;
  }
}
