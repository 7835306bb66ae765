// Every option of k6 2.2, and what cannot be read without running it.
import http from 'k6/http';
import { check, sleep } from "k6";

const USERS = 20;
const base = { vus: 3 };
/* export const options = { vus: 99 }; */

export const options = {
  scenarios: {
    meters: {
      executor: 'constant-arrival-rate', rate: 120, timeUnit: '1m', duration: '2m',
      preAllocatedVUs: USERS, maxVUs: 50, exec: 'meters', startTime: '0s', gracefulStop: '10s',
      env: { TOKEN: 'hush' }, tags: { kind: 'meter' },
    },
    'ramp up': {
      executor: "ramping-arrival-rate", startRate: 10, preAllocatedVUs: 5,
      stages: [{ duration: '1m', target: 100 }, { duration: '0s', target: 50 }, { target: 50, duration: '1m' }],
      startTime: '30s',
    },
    users: { executor: 'constant-vus', vus: 7, duration: '90s' },
    waves: { executor: 'ramping-vus', startVUs: 1, gracefulRampDown: '5s', stages: [{ duration: '2m', target: 30 }] },
    each: { executor: 'per-vu-iterations', vus: 2, iterations: 10, maxDuration: '2m' },
    shared: { executor: 'shared-iterations', vus: 2, iterations: 200, maxDuration: '2m' },
    outside: { executor: 'externally-controlled', maxVUs: 10, duration: '1m' },
    computed: makeScenario(5),
    ...base,
  },
  thresholds: {
    http_req_duration: ['p(95)<500', { threshold: 'p(99.9) <= 1000', abortOnFail: true, delayAbortEval: '10s' }],
    'http_req_duration{scenario:meters}': ['avg<200', 'med<150', 'max<2000', 'p(94)<1'],
    'http_req_duration{name:login}': ['p(95)<100'],
    http_req_failed: ['rate<0.01'],
    http_reqs: ['rate>50', 'count>=1000'],
    dropped_iterations: ['count==0'],
    checks: ['rate>0.9'],
    my_metric: [`p(95)<${USERS}`],
  },
  rps: 100, tags: { team: 'a' }, cloud: { projectID: 5 }, ext: { loadimpact: {} }, summaryTrendStats: ['avg'],
  summaryTimeUnit: 'ms', systemTags: ['status'], noUsageReport: true, setupTimeout: '10s', teardownTimeout: '10s',
  minIterationDuration: '1s', throw: true, discardResponseBodies: true, noConnectionReuse: false,
  noVUConnectionReuse: false, insecureSkipTLSVerify: true, userAgent: 'x', hosts: { a: '127.0.0.1' },
  blacklistIPs: ['10.0.0.0/8'], blockHostnames: ['*.x'], batch: 5, batchPerHost: 2, dns: { ttl: '1m' }, httpDebug: 'full',
  maxRedirects: 3, localIPs: '127.0.0.1', tlsAuth: [{ key: open('./k.pem') }], tlsCipherSuites: ['A'], tlsVersion: 'tls1.2',
  noCookiesReset: true, linger: false, paused: false, executionSegment: '0:1/4', executionSegmentSequence: '0,1',
  vus: __ENV.VUS || 10, duration: "1m", iterations: 5, stages: [], brandNew: { below: 7 },
};

export function setup() { return /[}{]/.test("a") ? `${USERS}` : 1; }
export default function () {
  const r = http.get('http://127.0.0.1:8080/'); // a comment with } in it
  check(r, { 'is 200': (x) => x.status === 200 });
  sleep(1);
}
