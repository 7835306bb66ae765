-- SPDX-License-Identifier: EPL-2.0
-- wrk: each connection updates three attributes of one of 100 entities, again and again.
local headers = {
  ["Content-Type"] = "application/json",
  ["Accept"] = "application/ld+json",
  ["Link"] = '<http://127.0.0.1/context.jsonld>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"'
}

function request()
  local body = string.format(
    '{"temperature":{"type":"Property","value":%.1f},"humidity":{"type":"Property","value":%.3f},"senttime":{"type":"Property","value":"%d000000000"}}',
    math.random() * 50 - 10, math.random(), os.time())
  local path = "/ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-" .. math.random(0, 99) .. "/attrs"
  return wrk.format("POST", path, headers, body)
end
