// SPDX-License-Identifier: Apache-2.0
/**
 * The payment processor as its documentation describes it, on a socket: forms in, JSON out, keys, idempotency keys and
 * signed events. It knows customers, prices, pages of payment, subscriptions and the portal.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Form, parseForm } from './form.ts';

export const STRIPE_KEY = 'sk_test_standIn0123456789';
export const STRIPE_WEBHOOK_SECRET = 'whsec_standIn0123456789';

export interface StandInPrice {
  [field: string]: unknown;
  id: string;
  currency: string;
  unit_amount: number;
  lookup_key: string | null;
  metadata: Record<string, string>;
}

export interface StandInSubscription {
  [field: string]: unknown;
  id: string;
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  items: { data: { id: string; quantity: number; price: StandInPrice; current_period_end: number }[] };
}

interface StandInSession {
  [field: string]: unknown;
  id: string;
  customer: string;
  status: 'open' | 'complete' | 'expired';
  price: string;
}

interface Asked {
  method: string;
  path: string;
  form: Form;
}

export interface StripeStandIn {
  /** The settings of a service that uses it. */
  settings: { secretKey: string; webhookSecret: string; apiBase: URL };
  asked: Asked[];
  customers: { id: string; metadata: Record<string, string> }[];
  prices: StandInPrice[];
  sessions: StandInSession[];
  subscriptions: StandInSubscription[];
  /** Statuses with which calls are refused, by `METHOD /path` as a pattern. */
  refusals: Map<RegExp, number>;
  /** Runs before the answer to a list of subscriptions is written. */
  beforeList: () => Promise<void>;
  /** A person pays on the page. */
  pay(sessionId: string): StandInSubscription;
  /** An event about the object, as it is sent; with its signature. */
  event(type: string, object: object, more?: object): { body: string; headers: Record<string, string> };
  /** Forgets every customer, payment and call. */
  forget(): void;
  stop(): Promise<void>;
}

const MONTH_SECONDS = 30 * 86_400;
let ids = 0;
const newId = (prefix: string) => {
  ids += 1;
  return `${prefix}_${ids.toString().padStart(8, '0')}`;
};

/** `t=…,v1=…` over the timestamp, a dot and the body. */
export function stripeSignature(body: string, secret = STRIPE_WEBHOOK_SECRET, atMs = Date.now()): string {
  const seconds = Math.floor(atMs / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

let shared: Promise<StripeStandIn> | undefined;

/** The stand-in that all files of a worker share, as is the process that uses it. */
export async function sharedStripe(): Promise<StripeStandIn> {
  shared ??= startStripe();
  return await shared;
}

/** The same; it knows nothing yet. */
export async function openStripe(): Promise<StripeStandIn> {
  const stripe = await sharedStripe();
  stripe.forget();
  return stripe;
}

export async function startStripe(): Promise<StripeStandIn> {
  const answered = new Map<string, object>();
  const configurations: object[] = [];
  const standIn: Omit<StripeStandIn, 'settings' | 'forget' | 'stop'> = {
    asked: [],
    customers: [],
    prices: [],
    sessions: [],
    subscriptions: [],
    refusals: new Map(),
    beforeList: async () => {},
    pay(sessionId) {
      const session = standIn.sessions.find(({ id }) => id === sessionId);
      const price = standIn.prices.find(({ id }) => id === session?.price);
      if (session === undefined || price === undefined || session.status !== 'open') throw new Error('no open page');
      session.status = 'complete';
      const seconds = Math.floor(Date.now() / 1_000);
      const item = { id: newId('si'), quantity: 1, price, current_period_end: seconds + MONTH_SECONDS };
      const subscription: StandInSubscription = {
        id: newId('sub'),
        object: 'subscription',
        customer: session.customer,
        status: 'active',
        created: seconds,
        cancel_at: null,
        cancel_at_period_end: false,
        items: { data: [item] },
      };
      standIn.subscriptions.push(subscription);
      return subscription;
    },
    event(type, object, more = {}) {
      const event = { id: newId('evt'), object: 'event', type, livemode: false, data: { object }, ...more };
      const body = JSON.stringify(event);
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature(body) } };
    },
  };
  const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false });
  const of = (asked: Asked, name: string) => String(asked.form[name] ?? '');
  let baseUrl = '';
  const page = (path: string) => `${baseUrl}/pages/${path}/${newId('page')}`;

  const routes: [RegExp, (asked: Asked, id: string) => object | null | Promise<object | null>][] = [
    [
      /^POST \/v1\/customers$/,
      ({ form }) => keep(standIn.customers, { id: newId('cus'), metadata: form.metadata as Record<string, string> }),
    ],
    [
      /^GET \/v1\/prices$/,
      ({ form }) =>
        list(standIn.prices.filter((one) => (form.lookup_keys as string[]).includes(String(one.lookup_key)))),
    ],
    [/^POST \/v1\/prices$/, ({ form }) => keep(standIn.prices, priceOf(form, standIn.prices))],
    [
      /^GET \/v1\/checkout\/sessions$/,
      (asked) =>
        list(
          standIn.sessions.filter(
            (one) => one.customer === of(asked, 'customer') && one.status === of(asked, 'status'),
          ),
        ),
    ],
    [
      /^POST \/v1\/checkout\/sessions$/,
      ({ form }) => {
        const [line] = form.line_items as { price: string }[];
        const [customer, price] = [String(form.customer), line?.price ?? ''];
        const session: StandInSession = { id: newId('cs'), customer, price, status: 'open', url: page('pay') };
        return keep(standIn.sessions, session);
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (_asked, id) => {
        const session = standIn.sessions.find((one) => one.id === id);
        if (session?.status !== 'open') return null;
        session.status = 'expired';
        return session;
      },
    ],
    [/^GET \/v1\/checkout\/sessions\/(\w+)$/, (_asked, id) => standIn.sessions.find((one) => one.id === id) ?? null],
    [
      /^GET \/v1\/subscriptions$/,
      async (asked) => {
        const found = list(
          structuredClone(standIn.subscriptions.filter((one) => one.customer === of(asked, 'customer'))),
        );
        await standIn.beforeList();
        return found;
      },
    ],
    [
      /^DELETE \/v1\/subscriptions\/(\w+)$/,
      (_asked, id) => {
        const found = standIn.subscriptions.find((one) => one.id === id);
        if (found === undefined || found.status === 'canceled') return null;
        found.status = 'canceled';
        return found;
      },
    ],
    [/^GET \/v1\/billing_portal\/configurations$/, () => list(configurations)],
    [
      /^POST \/v1\/billing_portal\/configurations$/,
      ({ form }) => keep(configurations, { id: newId('bpc'), active: true, metadata: form.metadata }),
    ],
    [/^POST \/v1\/billing_portal\/sessions$/, () => ({ id: newId('bps'), url: page('portal') })],
  ];

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/pages/')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end('<!doctype html><title>Payment processor</title>');
    }
    const text = await textOf(request);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const path = url.pathname;
    const asked = { method: request.method ?? '', path, form: parseForm(text === '' ? url.search.slice(1) : text) };
    standIn.asked.push(asked);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(body));
    };
    const failed = (status: number, code: string) =>
      send(status, {
        error: { type: status < 500 ? 'invalid_request_error' : 'api_error', code, message: `No: ${STRIPE_KEY}` },
      });
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) return failed(401, 'invalid_api_key');
    const line = `${asked.method} ${path}`;
    const refusal = [...standIn.refusals].find(([pattern]) => pattern.test(line))?.[1];
    if (refusal !== undefined) return failed(refusal, 'refused');
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answered.get(key) : undefined;
    if (known !== undefined) return send(200, known);
    const [pattern, answer] = routes.find(([one]) => one.test(line)) ?? [];
    const body = (await answer?.(asked, pattern?.exec(line)?.[1] ?? '')) ?? null;
    if (body === null) return failed(404, 'resource_missing');
    if (typeof key === 'string' && asked.method === 'POST') answered.set(key, body);
    return send(200, body);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(standIn, {
    settings: {
      secretKey: STRIPE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: new URL(baseUrl),
    },
    forget() {
      for (const list of [standIn.asked, standIn.customers, standIn.prices, standIn.sessions, configurations]) {
        list.length = 0;
      }
      standIn.subscriptions.length = 0;
      standIn.refusals.clear();
      standIn.beforeList = async () => {};
      answered.clear();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

function keep<Kept extends object>(all: object[], one: Kept): Kept {
  all.push(one);
  return one;
}

function priceOf(form: Form, prices: StandInPrice[]): StandInPrice {
  const recurring = { interval_count: 1, ...(form.recurring as object) };
  const key = String(form.lookup_key);
  if (form.transfer_lookup_key === 'true') {
    for (const one of prices) if (one.lookup_key === key) one.lookup_key = null;
  }
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    currency: String(form.currency),
    unit_amount: Number(form.unit_amount),
    recurring,
    lookup_key: key,
    metadata: form.metadata as Record<string, string>,
    product: newId('prod'),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
