// SPDX-License-Identifier: Apache-2.0
/**
 * POST /acs. Every answer has status 200: clients take another one for a Guardian that is away, and many go on then.
 * All that follows a right signature is signed too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ToolCallDeps } from '../../../decisions/tool-calls/index.ts';
import { presentedKey } from '../../../organization/callers/index.ts';
import type { KeyAuthentication } from '../../http/index.ts';
import { goneSignal } from '../gone-signal.ts';
import { accessOf, withKey } from '../keyed.ts';
import { checkNew, readEnvelope, rpcIdOf, type Signer, verified } from './envelope.ts';
import { faultOf } from './fault.ts';
import { pong, serverHello, stepResult } from './results.ts';

type AgentControlDeps = ToolCallDeps & KeyAuthentication;

/** The adapters of the standard send no more. */
const BODY_BYTES_MAX = 1_048_576;

export function registerAgentControlRoutes(http: FastifyInstance, deps: AgentControlDeps): void {
  http.register(async (app) => {
    app.setErrorHandler((error: Error, request, reply) =>
      send(reply, { jsonrpc: '2.0', id: rpcIdOf(request.body), error: faultOf(error, request, deps.metrics) }),
    );
    app.post('/acs', { ...withKey(deps), bodyLimit: BODY_BYTES_MAX }, async (request, reply) =>
      send(reply, await answerOf(deps, request, reply)),
    );
  });
}

async function answerOf(deps: AgentControlDeps, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const access = accessOf(request);
  const begun = { jsonrpc: '2.0', id: rpcIdOf(request.body) };
  const envelope = readEnvelope(request.body);
  if (envelope.method === 'system/ping') return { ...begun, result: pong(envelope, deps.pool.clock.now()) };
  const sign: Signer = verified(envelope, presentedKey(request.headers));
  try {
    const step = await access.time.within(checkNew(deps.pool, access, envelope));
    const isHello = envelope.method === 'handshake/hello';
    const result = isHello
      ? serverHello(envelope)
      : await stepResult(deps, access, envelope, { ...step, signal: goneSignal(reply) });
    return sign({ ...begun, result }, 'result');
  } catch (error) {
    return sign({ ...begun, error: faultOf(error as Error, request, deps.metrics) }, 'error');
  }
}

async function send(reply: FastifyReply, answer: object): Promise<FastifyReply> {
  return await reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
