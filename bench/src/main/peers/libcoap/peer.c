// SPDX-License-Identifier: EPL-2.0

/*
 * Many devices as a user of libcoap writes them: one context and one thread, a session for each.
 * It takes a command a line from its standard input, as `loadtest bench peers` sends them, answers
 * each with how many requests were confirmed and how many failed, and ends when its standard input
 * does.
 */
#define _POSIX_C_SOURCE 200809L

#include <arpa/inet.h>
#include <coap3/coap.h>
#include <malloc.h>
#include <openssl/conf.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATH "telemetry"
#define TENANT "bench"
#define LONGEST_WAIT_SECONDS 120
#define WAIT_MS 100

struct device {
  coap_session_t *session;
  bool waiting;
  struct device *next;
};

static coap_context_t *context;
static coap_address_t server;
static const char *secret;
static uint8_t *payload;
static size_t bytes;

/* Those that are connected, and those that are to be closed. */
static struct device *devices;
static struct device *finished;
static int names;

/* Of the command that runs. */
static long confirmed;
static long failed;
static long under_way;
static double send_until;
static bool closing;

static void fail(const char *what) {
  fprintf(stderr, "libcoap: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/*
 * OpenSSL's levels above 0 refuse CCM_8, and libcoap has no setting for a client's PSK. This is what
 * a file named by OPENSSL_CONF would say.
 */
static void allow_ccm_8(void) {
  static const char settings[] =
      "openssl_conf = all\n"
      "[all]\nssl_conf = ssl\n"
      "[ssl]\nsystem_default = levels\n"
      "[levels]\nCipherString = DEFAULT@SECLEVEL=0\n";
  long line = 0;
  BIO *text = BIO_new_mem_buf(settings, -1);
  CONF *conf = NCONF_new(NULL);
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  OPENSSL_load_builtin_modules();
  if (!text || !conf || NCONF_load_bio(conf, text, &line) <= 0 ||
      CONF_modules_load(conf, NULL, 0) <= 0) {
    fail("OpenSSL does not take its settings");
  }
  NCONF_free(conf);
  BIO_free(text);
}

static void ended(struct device *device, bool ok) {
  device->waiting = false;
  under_way--;
  if (ok) {
    confirmed++;
  } else {
    failed++;
  }
}

static void post(struct device *device) {
  uint8_t token[8];
  uint8_t format[2];
  size_t token_length = 0;
  unsigned format_length =
      coap_encode_var_safe(format, sizeof(format), COAP_MEDIATYPE_APPLICATION_OCTET_STREAM);
  coap_pdu_t *request =
      coap_new_pdu(COAP_MESSAGE_CON, COAP_REQUEST_CODE_POST, device->session);
  if (!request) {
    fail("no memory for a request");
  }
  coap_session_new_token(device->session, &token_length, token);
  coap_add_token(request, token_length, token);
  coap_add_option(request, COAP_OPTION_URI_PATH, strlen(PATH), (const uint8_t *)PATH);
  coap_add_option(request, COAP_OPTION_CONTENT_FORMAT, format_length, format);
  coap_add_data(request, bytes, payload);
  device->waiting = true;
  under_way++;
  if (coap_send(device->session, request) == COAP_INVALID_MID && device->waiting) {
    ended(device, false);
  }
}

/*
 * What is next for a device whose request has ended. libcoap calls this as long as there is anything
 * to read, so the end of the window is looked at here.
 */
static void go_on(struct device *device) {
  if (now() < send_until) {
    post(device);
  } else if (closing) {
    device->next = finished;
    finished = device;
  }
}

static coap_response_t on_answer(coap_session_t *session, const coap_pdu_t *sent,
                                 const coap_pdu_t *received, const coap_mid_t mid) {
  struct device *device = coap_session_get_app_data(session);
  (void)sent;
  (void)mid;
  if (device && device->waiting) {
    ended(device, coap_pdu_get_code(received) == COAP_RESPONSE_CODE_CHANGED);
    go_on(device);
  }
  return COAP_RESPONSE_OK;
}

static void on_failure(coap_session_t *session, const coap_pdu_t *sent,
                       const coap_nack_reason_t reason, const coap_mid_t mid) {
  struct device *device = coap_session_get_app_data(session);
  (void)sent;
  (void)reason;
  (void)mid;
  if (device && device->waiting) {
    ended(device, false);
    go_on(device);
  }
}

/* Opens a session, whose first request waits in it until the handshake is done. */
static struct device *open_device(void) {
  char name[32];
  char identity[64];
  uint8_t key[EVP_MAX_MD_SIZE];
  unsigned key_length = 0;
  coap_dtls_cpsk_t psk;
  struct device *device = calloc(1, sizeof(*device));
  if (!device) {
    fail("no memory for a device");
  }
  snprintf(name, sizeof(name), "libcoap-%d", ++names);
  snprintf(identity, sizeof(identity), "%s@%s", name, TENANT);
  HMAC(EVP_sha256(), secret, (int)strlen(secret), (const uint8_t *)name, strlen(name), key,
       &key_length);
  memset(&psk, 0, sizeof(psk));
  psk.version = COAP_DTLS_CPSK_SETUP_VERSION;
  psk.psk_info.identity.s = (const uint8_t *)identity;
  psk.psk_info.identity.length = strlen(identity);
  psk.psk_info.key.s = key;
  psk.psk_info.key.length = key_length;
  device->session = coap_new_client_session_psk2(context, NULL, &server, COAP_PROTO_DTLS, &psk);
  if (!device->session) {
    fail("no session; are there enough open files?");
  }
  coap_session_set_app_data(device->session, device);
  return device;
}

static void close_all(struct device **list) {
  while (*list) {
    struct device *device = *list;
    *list = device->next;
    coap_session_set_app_data(device->session, NULL);
    coap_session_release(device->session);
    free(device);
  }
}

static void process(unsigned wait_ms) {
  if (coap_io_process(context, wait_ms) < 0) {
    fail("cannot wait for datagrams");
  }
  close_all(&finished);
}

/* Waits for what is under way. libcoap gives a request up after 93 s at most. */
static void wait_for_answers(double seconds) {
  double until = now() + seconds;
  while (under_way > 0 && now() < until) {
    process(WAIT_MS);
  }
  if (under_way > 0) {
    fail("devices have no answer");
  }
}

/* Connects devices, so many a second, each of which sends one message. */
static void connect_devices(long count, double per_second) {
  double begun = now();
  long opened = 0;
  while (opened < count) {
    while (opened < count && begun + (double)opened / per_second <= now()) {
      struct device *device = open_device();
      if (!closing) {
        device->next = devices;
        devices = device;
      }
      post(device);
      opened++;
    }
    process(1);
  }
  wait_for_answers(LONGEST_WAIT_SECONDS);
}

/* Every device sends its next message as soon as it has the answer to the one before. */
static void send_for(double seconds) {
  send_until = now() + seconds;
  for (struct device *device = devices; device; device = device->next) {
    post(device);
  }
  wait_for_answers(seconds + LONGEST_WAIT_SECONDS);
}

static void run(const char *line) {
  long count = 0;
  double figure = 0;
  confirmed = failed = under_way = 0;
  send_until = 0;
  closing = false;
  if (sscanf(line, "connect %ld %lf", &count, &figure) == 2 && figure > 0) {
    connect_devices(count, figure);
  } else if (sscanf(line, "handshakes %ld %lf", &count, &figure) == 2 && figure > 0) {
    closing = true;
    connect_devices(count, figure);
  } else if (sscanf(line, "send %lf", &figure) == 1) {
    send_for(figure);
  } else if (strcmp(line, "disconnect\n") == 0) {
    close_all(&devices);
  } else if (strcmp(line, "collect\n") == 0) {
    malloc_trim(0);
  } else {
    fail("no such command");
  }
  printf("%ld %ld\n", confirmed, failed);
  fflush(stdout);
}

static void set_server(const char *host_and_port) {
  char host[INET_ADDRSTRLEN];
  unsigned port = 0;
  coap_address_init(&server);
  if (sscanf(host_and_port, "%15[0-9.]:%u", host, &port) != 2 || port > UINT16_MAX ||
      inet_pton(AF_INET, host, &server.addr.sin.sin_addr) != 1) {
    fail("the server is no IPv4 address with a port");
  }
  server.size = sizeof(server.addr.sin);
  server.addr.sin.sin_family = AF_INET;
  server.addr.sin.sin_port = htons((uint16_t)port);
}

int main(int count, char **arguments) {
  char line[128];
  if (count != 4) {
    fail("usage: libcoap HOST:PORT SECRET BYTES");
  }
  set_server(arguments[1]);
  secret = arguments[2];
  bytes = strtoul(arguments[3], NULL, 10);
  payload = calloc(1, bytes + 1);
  allow_ccm_8();
  coap_startup();
  coap_set_log_level(LOG_ERR);
  coap_dtls_set_log_level(LOG_ERR);
  context = coap_new_context(NULL);
  if (!payload || !context || !coap_dtls_is_supported()) {
    fail("this libcoap has no DTLS");
  }
  coap_register_response_handler(context, on_answer);
  coap_register_nack_handler(context, on_failure);
  while (fgets(line, sizeof(line), stdin)) {
    run(line);
  }
  close_all(&devices);
  coap_free_context(context);
  coap_cleanup();
  return 0;
}
