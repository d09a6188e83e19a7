// SPDX-License-Identifier: Apache-2.0
/**
 * POST /beta/litellm_basic_guardrail_api and /agentgateway/request, /agentgateway/response. A refusal and a fault are
 * answers with status 200 in the gateway's own words, which it obeys whatever its settings for faults are.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../../../platform/errors/index.ts';
import { publicError } from '../../http/index.ts';
import { goneSignal } from '../gone-signal.ts';
import { accessOf, withKey } from '../keyed.ts';
import type { RouteDeps } from '../v1/register.ts';
import { AGENTGATEWAY, readAgentgateway } from './agentgateway.ts';
import { type JudgeDeps, judge, ON_FINDINGS } from './judge.ts';
import { LITELLM, readLitellm } from './litellm.ts';
import { isRecord, type JsonRecord } from './values.ts';

/** A conversation passes whole. */
const BODY_BYTES_MAX = 1_048_576;

export function registerModelGatewayRoutes(http: FastifyInstance, deps: RouteDeps & JudgeDeps): void {
  http.register(async (app) => {
    refuseFaults(app, deps, LITELLM.refuse);
    const options = { ...withKey(deps), bodyLimit: BODY_BYTES_MAX };
    app.post('/beta/litellm_basic_guardrail_api', options, async (request, reply) => {
      const asked = readLitellm(bodyOf(request));
      const judgement = await judge(deps, accessOf(request), { ...asked, door: 'LITELLM', signal: goneSignal(reply) });
      if (judgement.kind === 'REFUSE') return LITELLM.refuse(judgement.reason);
      return judgement.texts === null ? LITELLM.pass() : LITELLM.mask(judgement.texts);
    });
  });
  http.register(async (app) => {
    refuseFaults(app, deps, AGENTGATEWAY.refuse);
    const options = { ...withKey(deps), bodyLimit: BODY_BYTES_MAX };
    for (const path of ['/agentgateway/request', '/agentgateway/response']) {
      app.post(path, options, async (request, reply) => {
        const passed = readAgentgateway(bodyOf(request));
        const { onFindings = 'block' } = request.query as { onFindings?: string };
        const judgement = await judge(deps, accessOf(request), {
          ...{ door: 'AGENTGATEWAY', texts: passed.texts, calls: [], agent: undefined, session: null },
          onFindings: ON_FINDINGS.find((one) => one === onFindings) ?? 'block',
          signal: goneSignal(reply),
        });
        if (judgement.kind === 'REFUSE') return AGENTGATEWAY.refuse(judgement.reason);
        return judgement.texts === null ? AGENTGATEWAY.pass() : AGENTGATEWAY.mask(passed.withTexts(judgement.texts));
      });
    }
  });
}

function refuseFaults(
  app: FastifyInstance,
  { metrics }: Pick<JudgeDeps, 'metrics'>,
  refuse: (reason: string) => object,
): void {
  app.setErrorHandler((error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { code, message } = publicError(error, request);
    metrics.errors[code].add();
    void reply
      .code(200)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(refuse(`svc could not decide: ${message}`)));
  });
}

/** @throws ApiError 400 for a body that is no object */
function bodyOf({ body }: FastifyRequest): JsonRecord {
  if (isRecord(body)) return body;
  throw invalid('body', 'must be a JSON object');
}
