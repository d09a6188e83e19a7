// SPDX-License-Identifier: Apache-2.0
/** Calls to a running service. Every answer of a contract route is checked against the contract document. */
import { type Decision, type ErrorBody, NAMED_SCHEMAS, OPERATIONS, type Operation } from '@svc/contract';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { LIVE_KEY } from './names.ts';

export interface Answer<Body = Decision & ErrorBody> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface CallOptions {
  key?: string | null;
  headers?: Record<string, string>;
  method?: string;
  /** The body as JSON; `raw` is sent unchanged. */
  body?: unknown;
  raw?: string | Uint8Array;
}

/** An action that no policy and no risk opposes. */
export const PLAIN_ACTION = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' } as const;

export async function call<Body = Decision & ErrorBody>(
  baseUrl: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const key = options.key === undefined ? LIVE_KEY : options.key;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: body as string }),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
  checkAgainstContract(method, path, answer);
  return answer;
}

const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': isDateTime } });
for (const schema of Object.values(NAMED_SCHEMAS)) ajv.addSchema(schema);

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
}

/** Checks status, headers and body against the document of this operation. */
function checkAgainstContract(method: string, path: string, answer: Answer<unknown>): void {
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answer.headers.get('x-api-version')).toBe('v1');
  expect(answer.headers.get('x-svc-version')).toMatch(/^\d+\.\d+\.\d+/);
  const operation = operationOf(method, path);
  if (operation === undefined) return;
  if (answer.status === operation.success.status) expectValid(operation.success.schema, answer.body);
  else {
    expect([...operation.errors, 500]).toContain(answer.status);
    expectValid('Error', answer.body);
    expect((answer.body as ErrorBody).requestId).toBe(answer.headers.get('x-request-id'));
  }
}

function operationOf(method: string, path: string): Operation | undefined {
  const plain = path.split('?')[0] ?? path;
  return Object.values<Operation>(OPERATIONS).find(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  );
}

function expectValid(schema: string, body: unknown): void {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) throw new Error(`no schema ${schema}`);
  void validate(body);
  expect(validate.errors ?? []).toEqual([]);
}
