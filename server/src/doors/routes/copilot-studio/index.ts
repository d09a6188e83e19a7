// SPDX-License-Identifier: Apache-2.0
/**
 * POST /copilot-studio/validate and /copilot-studio/analyze-tool-execution: the external threat detection of Copilot
 * Studio. It takes a late or failed answer for a permission: each fault is a block with status 200, inside its second.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { settleToolCall, type ToolAnswer, type ToolCallDeps } from '../../../decisions/tool-calls/index.ts';
import type { Access } from '../../../organization/callers/index.ts';
import { invalid } from '../../../platform/errors/index.ts';
import { TimeLeft } from '../../../platform/time-left/index.ts';
import { authenticateKey, type KeyAuthentication, publicError } from '../../http/index.ts';
import { goneSignal } from '../gone-signal.ts';
import { isRecord, textOf } from '../hooks/harness.ts';
import { contextOf } from '../hooks/index.ts';
import { accessOf, agentUnlessBound } from '../keyed.ts';

type CopilotStudioDeps = ToolCallDeps & KeyAuthentication;

const API_VERSION = '2025-05-01';

/** Copilot Studio goes on after 1,000 ms, which the way there and back shares. */
const DEADLINE_MS = 600;

/** The history of a chat travels with each call. */
const BODY_BYTES_MAX = 1_048_576;

/** They are svc's own: Copilot Studio gives them no meaning. */
const REASON_CODES = { BLOCK: 1, REVIEW: 2, UNDECIDED: 3 } as const;

const PASSED = { blockAction: false };
const blocked = (code: keyof typeof REASON_CODES, reason: string) => ({
  blockAction: true,
  reasonCode: REASON_CODES[code],
  reason,
});

export function registerCopilotStudioRoutes(http: FastifyInstance, deps: CopilotStudioDeps): void {
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const asked = authenticateKey(deps, request, { rate: 'events', permission: 'decide' });
    request.access = await new TimeLeft(DEADLINE_MS).within(asked);
    if ((request.query as Record<string, unknown>)['api-version'] !== API_VERSION) {
      throw invalid('api-version', `must be ${API_VERSION}`);
    }
  };
  http.register(async (app) => {
    // Its body is empty, whatever type it is said to have.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => null);
    app.setErrorHandler((error: Error, request, reply) => {
      const { status, message } = publicError(error, request);
      return send(reply.code(status), { errorCode: status, message, httpStatus: status });
    });
    app.post('/copilot-studio/validate', { onRequest }, (_request, reply) =>
      send(reply, { isSuccessful: true, status: 'OK' }),
    );
  });
  http.register(async (app) => {
    app.setErrorHandler((error: Error, request, reply) => {
      const { code, message } = publicError(error, request);
      deps.metrics.errors[code].add();
      const reason = `svc did not decide, so the action is blocked: ${message}`;
      return send(reply.code(200), blocked('UNDECIDED', reason));
    });
    const options = { onRequest, bodyLimit: BODY_BYTES_MAX };
    app.post('/copilot-studio/analyze-tool-execution', options, async (request, reply) => {
      const time = new TimeLeft(DEADLINE_MS - reply.elapsedTime);
      const access = { ...accessOf(request), time };
      const late = new AbortController();
      const signal = AbortSignal.any([goneSignal(reply), late.signal]);
      const answer = time.within(analysed(deps, access, request.body, signal)).finally(() => late.abort());
      return send(reply, await answer);
    });
  });
}

async function analysed(deps: CopilotStudioDeps, access: Access, body: unknown, signal: AbortSignal): Promise<object> {
  const { agent, ...call } = readCall(body);
  const settled = await settleToolCall(deps, access, {
    ...{ door: 'COPILOT_STUDIO', agent: await agentUnlessBound(deps, access, agent), ...call },
    ...{ context: contextOf(call.tool, call.input, call.session), waitMs: 0, signal, isHurried: true },
  });
  return answerOf(settled);
}

/** Only the call is read: nothing of the chat, and no thought of the planner. @throws ApiError 400 */
function readCall(body: unknown) {
  const { toolDefinition, inputValues = {}, conversationMetadata } = isRecord(body) ? body : {};
  const { name, id } = isRecord(toolDefinition) ? toolDefinition : {};
  const tool = textOf(name) ?? textOf(id);
  if (tool === null) throw invalid('toolDefinition.name', 'must be a text');
  if (!isRecord(inputValues)) throw invalid('inputValues', 'must be an object');
  const { conversationId, planId, planStepId, agent } = isRecord(conversationMetadata) ? conversationMetadata : {};
  return {
    ...{ tool, input: inputValues, session: textOf(conversationId) },
    callId: textOf(planStepId) === null ? null : JSON.stringify([planId, planStepId]),
    agent: (isRecord(agent) ? textOf(agent.id) : null) ?? undefined,
  };
}

function answerOf(settled: ToolAnswer): object {
  if (settled.kind === 'SPARED' || settled.kind === 'RUN') return PASSED;
  const { id, review } = settled.decision;
  if (settled.kind === 'REFUSED') return blocked('BLOCK', `${settled.reason} (svc event ${id})`);
  const page = review?.url ?? '';
  return blocked(
    'REVIEW',
    `A person has to approve this action (svc event ${id}): ${page} Ask for the same again once it is approved.`,
  );
}

async function send(reply: FastifyReply, answer: object): Promise<FastifyReply> {
  return await reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
