// SPDX-License-Identifier: Apache-2.0
/** A collector at the socket, which checks the documented form of OTLP over HTTP in JSON. */
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { startUpstream, type Upstream } from '../upstream/index.ts';

interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: KeyValue[] };
}

interface KeyValue {
  key: string;
  value: AnyValue;
}

interface LogRecord {
  timeUnixNano: string;
  observedTimeUnixNano: string;
  severityNumber: number;
  severityText: string;
  eventName: string;
  attributes: KeyValue[];
  body: AnyValue;
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  flags?: number;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status: { code?: number };
}

/** The value that an AnyValue stands for. It has at most one of its kinds. */
function plainValue(value: AnyValue): unknown {
  const kinds = Object.keys(value);
  expect(kinds.length).toBeLessThanOrEqual(1);
  if (value.kvlistValue !== undefined) return valuesOf(value.kvlistValue.values);
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(plainValue);
  if (value.intValue !== undefined) {
    // Integers of 64 bits are texts in the JSON form.
    expect(value.intValue).toMatch(/^-?\d+$/);
    return Number(value.intValue);
  }
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? null;
}

function valuesOf(values: readonly KeyValue[]): Record<string, unknown> {
  expect(new Set(values.map(({ key }) => key)).size).toBe(values.length);
  return Object.fromEntries(values.map(({ key, value }) => [key, plainValue(value)]));
}

/** An answer to a request. */
export type CollectorAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset';

/** The part of an event that tests look at by name. */
export interface TestEvent {
  [name: string]: unknown;
  class_uid: number;
  metadata: { correlation_uid: string; event_code: string; sequence: number };
}

export interface TestCollector extends Upstream {
  /** The next answers. `{}` with 200 when none is left. */
  answers: CollectorAnswer[];
  /** Answers in place of the list: by the number of records, or by what the request holds. */
  answerBy: ((body: string) => CollectorAnswer | null) | null;
  /** The bodies of the log records of all requests that were answered 200. */
  events(): TestEvent[];
  spans(): (Span & { values: Record<string, unknown>; resource: Record<string, unknown> })[];
}

export async function startCollector(): Promise<TestCollector> {
  const state: Pick<TestCollector, 'answers' | 'answerBy'> = { answers: [], answerBy: null };
  const taken: string[] = [];
  const upstream = await startUpstream((request, reply, socket) => {
    const answer = state.answerBy?.(request.body) ?? state.answers.shift() ?? { status: 200 };
    if (answer === 'hang') return;
    if (answer === 'reset') return void socket.destroy();
    if (answer.status === 200) taken.push(request.body);
    send(reply, answer);
  });
  const requests = () => taken.map((body) => JSON.parse(body) as OtlpRequest);
  return Object.assign(state, {
    ...upstream,
    events: () =>
      requests()
        .flatMap(({ resourceLogs = [] }) => resourceLogs.flatMap(({ scopeLogs }) => scopeLogs))
        .flatMap(({ logRecords }) => logRecords.map(eventOf)),
    spans: () =>
      requests()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, valuesOf(resource.attributes)))),
        ),
  });
}

interface OtlpRequest {
  resourceLogs?: { scopeLogs: { logRecords: LogRecord[] }[] }[];
  resourceSpans?: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: Span[] }[] }[];
}

function send(reply: ServerResponse, { status, headers = {}, body = '{}' }: Exclude<CollectorAnswer, string>): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function eventOf(record: LogRecord): TestEvent {
  expect(record).toMatchObject({
    timeUnixNano: expect.stringMatching(/^\d{19}$/),
    observedTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    severityNumber: expect.any(Number),
    eventName: expect.stringMatching(/^svc\./),
  });
  const event = plainValue(record.body) as TestEvent;
  expect(`${event.time}000000`).toBe(record.timeUnixNano);
  return event;
}

function spanOf(span: Span, resource: Record<string, unknown>) {
  expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(span.spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  return { ...span, values: valuesOf(span.attributes), resource };
}
