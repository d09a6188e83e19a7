// SPDX-License-Identifier: Apache-2.0
/**
 * Stands in for the service behind the app's one way out. An operation answers what the test gave for it; the answer
 * must be valid by the contract. A call that has no answer, is not valid, or is refused to the person's role is a
 * fault, which fails the test.
 */
import {
  APP_OPERATIONS,
  AppErrorSchema,
  type AppOperation,
  type AppOperationId,
  NAMED_SCHEMAS,
  type Role,
} from '@svc/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import { AFTER, type Answers, type Call, Refusal, refused } from './answers.ts';
import { fill, type Schema } from './fill.ts';

const ajv = new Ajv({
  strict: true,
  strictTypes: false,
  formats: { 'date-time': true },
  meta: false,
  validateSchema: false,
});
for (const schema of Object.values(NAMED_SCHEMAS)) ajv.addSchema(schema);
const compiled = new Map<object, ValidateFunction>();

function faultOf(schema: object, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

interface Route {
  id: AppOperationId;
  operation: AppOperation;
  pattern: RegExp;
  names: readonly string[];
}

/** Paths with fewer parameters first: `/agents/export` is no agent. */
const ROUTES: readonly Route[] = (Object.entries(APP_OPERATIONS) as [AppOperationId, AppOperation][])
  .map(([id, operation]) => ({
    id,
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  }))
  .sort((a, b) => a.names.length - b.names.length);

export class StandIn {
  /** A test that leaves one behind fails. */
  readonly faults: string[] = [];
  readonly #calls: { id: AppOperationId; call: Call }[] = [];
  readonly #role: Role;
  #answers: Answers;

  constructor(answers: Answers, role: Role) {
    this.#answers = answers;
    this.#role = role;
  }

  /** From now on these answers go before the earlier ones. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers };
  }

  /** The calls of an operation so far, the first one first. */
  calls<Id extends AppOperationId>(id: Id): Call<Id>[] {
    return this.#calls.filter((one) => one.id === id).map(({ call }) => call as Call<Id>);
  }

  /** The latest call of an operation. */
  last<Id extends AppOperationId>(id: Id): Call<Id> | undefined {
    return this.calls(id).at(-1);
  }

  /** In the place of the browser's own. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const method = init.method ?? 'GET';
    const route = ROUTES.find((one) => one.operation.method === method && one.pattern.test(pathname));
    if (route === undefined) return this.#fault(`${method} ${pathname} is no operation`);
    const { id, operation, pattern, names } = route;
    const values = (pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
    const call: Call = {
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    this.#calls.push({ id, call });
    if (id === 'openStream') return openStream(init.signal);
    const answer = await this.#answerTo(id, call);
    init.signal?.throwIfAborted();
    if (answer instanceof Refusal) return this.#refuse(answer);
    const fault = this.#faultOfCall(operation, call);
    if (fault !== null) return this.#fault(`${id}: ${fault}`);
    return this.#succeed(id, operation, answer);
  };

  async #answerTo(id: AppOperationId, call: Call): Promise<unknown> {
    if (!(id in this.#answers)) {
      const asked = JSON.stringify({ ...call.params, ...call.query, ...(call.body as object | undefined) });
      this.faults.push(`no answer is given for ${id} ${asked}`);
      return refused('not_found');
    }
    const given: unknown = this.#answers[id];
    if (typeof given !== 'function') return given;
    const answer: unknown = await given(call);
    this.answer(AFTER.get(given as () => unknown) ?? {});
    return answer;
  }

  #faultOfCall({ who, query, body }: AppOperation, call: Call): string | null {
    if (who !== 'anybody' && !who[this.#role]) return `is refused to the role ${this.#role}`;
    if (query === null ? Object.keys(call.query).length > 0 : false) return 'takes no query';
    const wrongQuery = query === null ? null : faultOf(query, call.query);
    if (wrongQuery !== null) return `the query ${JSON.stringify(call.query)} is not valid: ${wrongQuery}`;
    if (body === null) return call.body === undefined ? null : 'takes no body';
    const wrongBody = faultOf(body, call.body ?? {});
    return wrongBody === null ? null : `the body ${JSON.stringify(call.body)} is not valid: ${wrongBody}`;
  }

  #succeed(id: AppOperationId, { success }: AppOperation, answer: unknown): Response {
    if (success.status === 204) return new Response(null, { status: 204 });
    if (success.body === null) return new Response(String(answer), { status: success.status });
    const filled = fill(success.body as Schema, answer);
    const wrong = faultOf(success.body, filled);
    if (wrong !== null) return this.#fault(`the answer given for ${id} is not valid: ${wrong}`);
    return Response.json(filled, { status: success.status });
  }

  #refuse({ status, body, retryAfterSeconds }: Refusal): Response {
    if (status === 0) throw new TypeError('Failed to fetch');
    const wrong = faultOf(AppErrorSchema, body);
    if (wrong !== null) this.faults.push(`the refusal is not valid: ${wrong}`);
    const headers = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
    return Response.json(body, { status, headers });
  }

  #fault(fault: string): Response {
    this.faults.push(fault);
    return this.#refuse(refused('not_found'));
  }
}

/** A stream of news that tells nothing, and lasts as long as the page. */
function openStream(signal: AbortSignal | null | undefined): Response {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('event: ready\ndata: {"resumed":true}\n\n'));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}
