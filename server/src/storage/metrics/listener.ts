// SPDX-License-Identifier: Apache-2.0
/** `GET /metrics` on a listener of its own, which serves nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { addressList, parseUrl } from '../../platform/addresses/index.ts';
import { type Family, familiesOf, type Observed } from './families.ts';
import { type Deployment, readDeployment } from './read-deployment.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const CONNECTIONS_MAX = 20;

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** @throws the error of listening, such as a taken port */
export async function openMetricsListener(
  pool: pg.Pool,
  observed: Observed,
  at: { host: string; port: number },
): Promise<MetricsListener> {
  const scrape = createScrape(pool, observed);
  const isLocal = addressList(LOOPBACK).contains(at.host);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (isLocal && !isOwnHost(request.headers.host)) {
      response.writeHead(403, { 'content-type': TEXT }).end('Ask by the address of this machine, or localhost.\n');
    } else void answer(scrape, request, response);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Processes of one service have a port each: by default they would share a free one.
    server.listen({ ...at, exclusive: true }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const TEXT = 'text/plain; charset=utf-8';
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** A page of a browser can give a name of its own this machine's address, but cannot ask under another name. */
function isOwnHost(host: string | undefined): boolean {
  const { hostname } = parseUrl(`http://${host ?? ''}`) ?? { hostname: '' };
  return hostname === 'localhost' || addressList(LOOPBACK).contains(hostname.replace(/^\[|\]$/g, ''));
}

async function answer(
  scrape: () => Promise<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404, { 'content-type': TEXT }).end('Only /metrics is served here.\n');
  } else if (request.method !== 'GET') {
    response.writeHead(405, { 'content-type': TEXT, allow: 'GET' }).end('Use GET.\n');
  } else {
    const text = await scrape().catch(() => null);
    if (text === null) response.writeHead(500, { 'content-type': TEXT }).end('The metrics could not be read.\n');
    else response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
  }
}

/** Concurrent scrapes share one text: they never pile up on the database. */
function createScrape(pool: pg.Pool, observed: Observed): () => Promise<string> {
  let deployment: Deployment | null = null;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of UNWATCHED) registry.removeSingleMetric(name);
  for (const family of familiesOf(observed)) registry.registerMetric(asMetric(family, () => deployment));
  let running: Promise<string> | null = null;

  async function scrape(): Promise<string> {
    deployment = await readDeployment(pool);
    return await registry.metrics();
  }

  return () => {
    running ??= scrape().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The useful part of prom-client's metrics of Node.js, which has hundreds of samples without use for this service. */
const UNWATCHED = [
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
];

/** The registry asks a metric for its name and its samples only; its own classes would look up labels on each count. */
function asMetric({ name, help, type, samples }: Family, deployment: () => Deployment | null): Metric {
  const metric = {
    name,
    get: async () => ({ name, help, type, values: samples(deployment()), aggregator: 'sum' }),
  };
  return metric as unknown as Metric;
}
