// SPDX-License-Identifier: Apache-2.0
/**
 * POST /hooks/{harness}: the hooks of coding assistants, before and after each call of a tool. Every answer has status
 * 200 and the harness's own shape, for most of them take anything else for "go on": so do refusals and faults.
 */
import { READ_WAIT_MS_MAX } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { scanContentAs } from '../../../decisions/machine-api/index.ts';
import {
  checkTool,
  reportToolCall,
  settleToolCall,
  type ToolAnswer,
  type ToolCallDeps,
} from '../../../decisions/tool-calls/index.ts';
import type { Access } from '../../../organization/callers/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { authenticateKey, checkerOf, type KeyAuthentication, publicError } from '../../http/index.ts';
import { goneSignal } from '../gone-signal.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { contextOf } from './context.ts';
import { COPILOT } from './copilot.ts';
import { CURSOR } from './cursor.ts';
import { GEMINI } from './gemini.ts';
import { type Harness, type HookBody, type HookCall, textOf } from './harness.ts';
import { hiddenResult } from './hidden-result.ts';
import { MCP_WRAP } from './mcp.ts';
import { OPENCODE } from './opencode.ts';

export { contextOf } from './context.ts';

export type HookDeps = ToolCallDeps & KeyAuthentication & Parameters<typeof scanContentAs>[0];

const HARNESSES: Readonly<Record<string, Harness>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  copilot: COPILOT,
  cursor: CURSOR,
  gemini: GEMINI,
  opencode: OPENCODE,
  mcp: MCP_WRAP,
};

/** Whole files travel in the arguments of tools. */
const HOOK_BODY_BYTES_MAX = 1_048_576;

export function registerHookRoutes(http: FastifyInstance, deps: HookDeps): void {
  http.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      request.access = await authenticateKey(deps, request, { rate: 'events', permission: 'decide' });
    });
    for (const [name, harness] of Object.entries(HARNESSES)) registerHarness(app, deps, name, harness);
    registerUnknown(app);
  });
}

function registerHarness(http: FastifyInstance, deps: HookDeps, name: string, harness: Harness): void {
  http.register(async (app) => {
    app.setErrorHandler((error: Error, request, reply) => {
      const { code, message } = publicError(error, request);
      deps.metrics.errors[code].add();
      return answerDenial(reply, harness, request.body, `svc could not decide: ${message}`);
    });
    app.post(`/hooks/${name}`, { bodyLimit: HOOK_BODY_BYTES_MAX }, async (request, reply) => {
      const { access, body } = request;
      if (access === null) throw new Error('a hook was reached without a key');
      const read = bodyOf(body);
      const call = harness.read(read);
      if (call === null) return await answer(reply, harness.pass(otherEvent(read, name)));
      if (call.phase === 'AFTER') return await answerEnd(deps, access, harness, { call, request, reply });
      return await answerCall(deps, access, harness, { call, body: read, request, reply });
    });
  });
}

/** @throws ApiError 400 for a body that is no object */
function bodyOf(body: unknown): HookBody {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as HookBody;
  throw new ApiError('validation_error', { message: 'The hook must send a JSON object.' });
}

/**
 * The answer to a hook that tells of no call. A hook that names a tool in words that are not the harness's, or no
 * event, may be a call all the same.
 * @throws ApiError 400, which is a denial
 */
function otherEvent(body: HookBody, name: string): HookBody {
  const isNamed = (textOf(body.hook_event_name) ?? textOf(body.event)) !== null;
  const isOfTool = ['tool_name', 'toolName', 'tool'].some((member) => body[member] !== undefined);
  if (isNamed && !isOfTool) return body;
  throw new ApiError('validation_error', { message: `This is no hook of ${name} that svc knows.` });
}

interface Hooked {
  call: HookCall;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function answerCall(
  deps: HookDeps,
  access: Access,
  harness: Harness,
  { call, body, request, reply }: Hooked & { body: HookBody },
): Promise<FastifyReply> {
  const { agent, waitMs, onReview } = asked(request);
  const { callId, session, input, definition, routeId } = call;
  const tool = toolOf(call.tool);
  const settled = await settleToolCall(deps, access, {
    ...{ door: harness.door, agent, session, callId, tool, input, waitMs },
    ...(definition !== undefined && { definition }),
    ...(routeId !== undefined && { routeId }),
    context: contextOf(tool, input, session),
    signal: goneSignal(reply),
  });
  if (settled.kind === 'SPARED') return await answer(reply, harness.pass(body));
  const { id, finalDecision, review } = settled.decision;
  reply.headers({ 'x-svc-event': id, 'x-svc-decision': finalDecision });
  if (settled.kind === 'RUN') return await answer(reply, harness.pass(body));
  if (review?.status === 'PENDING') reply.header('x-svc-review', review.status);
  const reason = reasonOf(settled);
  if (settled.kind === 'PENDING' && onReview === 'defer' && harness.defer !== undefined) {
    return await answer(reply, harness.defer(reason));
  }
  return await answer(reply, harness.deny(reason, body));
}

function reasonOf(settled: Exclude<ToolAnswer, { kind: 'SPARED' | 'RUN' }>): string {
  const { id, review, policy } = settled.decision;
  if (settled.kind === 'PENDING') {
    return (
      `REVIEW: a person has to approve this call (svc event ${id}): ${review?.url ?? ''} It was not run. Tell the ` +
      'user, and make the very same call again once it is approved.'
    );
  }
  const by = policy === null ? '' : ` by the policy "${policy.name}"`;
  const { finalDecision } = settled.decision;
  return (
    `${finalDecision === 'ALLOW' ? 'Not run' : 'BLOCK'}${by} (svc event ${id}). ${settled.reason} Do not retry it ` +
    'and do not try another way to the same end. Tell the user why it was not run.'
  );
}

/** The end of a call is reported; nothing that fails there would undo it. */
async function answerEnd(
  deps: HookDeps,
  access: Access,
  harness: Harness,
  { call, request, reply }: Hooked,
): Promise<FastifyReply> {
  const { agent, results } = asked(request);
  const { session, callId, input, status = 'SUCCEEDED', result } = call;
  const ended = { agent, session, callId, input, tool: toolOf(call.tool) };
  const told = request.headers['x-svc-event'];
  const report = { status, told: typeof told === 'string' ? told : null };
  await reportToolCall(deps, access, ended, report).catch(() => false);
  if (results !== 'mask' || harness.hide === undefined || result === undefined)
    return await answer(reply, harness.pass({}));
  const hidden = await hiddenResult(deps, access, result);
  const { text, value, reason } = hidden ?? {};
  const isHidden = text !== undefined && reason !== undefined;
  return await answer(reply, isHidden ? harness.hide(text, reason, value) : harness.pass({}));
}

/** @throws ApiError 400 */
function toolOf(tool: unknown): string {
  if (typeof tool !== 'string') throw new ApiError('validation_error', { message: 'The hook must name its tool.' });
  checkTool(tool);
  return tool;
}

interface HookQuery {
  agent?: string;
  waitMs?: string;
  onReview?: 'deny' | 'defer';
  results?: 'pass' | 'mask';
}

const checkQuery = checkerOf({
  type: 'object',
  properties: {
    agent: { type: 'string', minLength: 1, maxLength: 200 },
    waitMs: { type: 'string', pattern: '^\\d{1,6}$' },
    onReview: { type: 'string', enum: ['deny', 'defer'] },
    results: { type: 'string', enum: ['pass', 'mask'] },
  },
  additionalProperties: false,
});

/** @throws ApiError 400 for a query that is none of a hook */
function asked({ query }: FastifyRequest) {
  checkQuery(query);
  const { agent, waitMs = String(READ_WAIT_MS_MAX), onReview = 'deny', results = 'pass' } = query as HookQuery;
  return { agent, waitMs: Number(waitMs), onReview, results };
}

async function answer(reply: FastifyReply, output: object): Promise<FastifyReply> {
  return await reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(output));
}

function answerDenial(reply: FastifyReply, harness: Harness, body: unknown, reason: string): Promise<FastifyReply> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const told = `${reason} The call was not run. Tell the user.`;
  return answer(reply, harness.deny(told, isObject ? (body as HookBody) : {}));
}

/** A hook with a mistyped address would let everything run: it is denied in all shapes at once. */
function registerUnknown(http: FastifyInstance): void {
  const deny = async (reply: FastifyReply, reason: string) => {
    const shapes = Object.values(HARNESSES).map((one) => one.deny(`${reason} The call was not run.`, {}));
    return await answer(reply, Object.assign({}, ...shapes));
  };
  http.register(async (app) => {
    app.setErrorHandler((error: Error, request, reply) => deny(reply, publicError(error, request).message));
    const answerUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
      const { harness } = request.params as { harness: string };
      const names = Object.keys(HARNESSES).join(', ');
      return await deny(reply, `svc knows no harness ${JSON.stringify(harness.slice(0, 100))}; it knows ${names}.`);
    };
    app.post('/hooks/:harness', answerUnknown);
    app.post('/hooks/:harness/*', answerUnknown);
  });
}
