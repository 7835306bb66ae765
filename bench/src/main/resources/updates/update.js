// SPDX-License-Identifier: EPL-2.0
// k6: each user updates three attributes of one of 100 entities, again and again.
import http from 'k6/http';
import { check } from 'k6';

const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/ld+json',
  Link: '<http://127.0.0.1/context.jsonld>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"',
};

export const options = { discardResponseBodies: true };

export default function () {
  const entity = Math.floor(Math.random() * 100);
  const body = JSON.stringify({
    temperature: { type: 'Property', value: Math.floor(Math.random() * 500) / 10 - 10 },
    humidity: { type: 'Property', value: Math.floor(Math.random() * 1000) / 1000 },
    senttime: { type: 'Property', value: `${Date.now()}000000` },
  });
  const answer = http.post(
    `${__ENV.BASE}/ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-${entity}/attrs`, body, { headers });
  check(answer, { 'status is 204': (each) => each.status === 204 });
}
