// SPDX-License-Identifier: Apache-2.0
/** AuthZEN: access evaluations with errors as texts, and access requests with errors as problem details (RFC 9457). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AccessRequestFault,
  batchOf,
  evaluate,
  evaluateAll,
  membersOf,
  questionOf,
  REQUESTS_PATH,
  readTask,
  requestAccess,
  requestEndpointOf,
  retryKeyOf,
  TASK_RETRY_AFTER_SECONDS,
  type TaskAnswer,
} from '../../../decisions/authzen/index.ts';
import { countKeyUse, publicError, retryAfterSecondsOf } from '../../http/index.ts';
import { accessOf, CHALLENGE, withKey } from '../keyed.ts';
import type { RouteDeps } from '../v1/register.ts';

const EVALUATION_PATH = '/access/v1/evaluation';
const EVALUATIONS_PATH = '/access/v1/evaluations';

export function registerAuthzenRoutes(http: FastifyInstance, deps: RouteDeps): void {
  http.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => answerText(deps, error, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      const id = requestIdOf(request);
      if (id !== null) reply.header('x-request-id', id);
    });
    scope.post(EVALUATION_PATH, withKey(deps), async (request) => await answerOne(deps, request));
    scope.post(EVALUATIONS_PATH, withKey(deps), async (request) => await answerAll(deps, request));
  });
  http.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => answerProblem(deps, error, request, reply));
    scope.post(REQUESTS_PATH, withKey(deps), async (request, reply) => {
      const answer = await requestAccess(deps, accessOf(request), membersOf(request.body, 'body'));
      reply.code(answer.task.status === 'pending' ? 202 : 201).header('location', answer.task.status_endpoint);
      return told(answer, reply);
    });
    scope.get(`${REQUESTS_PATH}/:id`, withKey(deps), async (request, reply) => {
      const { id } = request.params as { id: string };
      return told(await readTask(deps, accessOf(request), id), reply);
    });
  });
  http.get('/.well-known/authzen-configuration', async () => metadata(deps.baseUrl));
}

/** RFC 9457: a problem that has no type of its own. */
const PLAIN_PROBLEM = 'about:blank';
const PROBLEM_PREFIX = 'urn:openid:authzen:access-request:error:';

async function answerOne(deps: RouteDeps, request: FastifyRequest) {
  const question = questionOf(membersOf(request.body, 'body'));
  return await evaluate(deps, accessOf(request), question, retryKeyOf(question, requestIdOf(request), 0));
}

async function answerAll(deps: RouteDeps, request: FastifyRequest) {
  const access = accessOf(request);
  const batch = batchOf(membersOf(request.body, 'body'));
  if (batch === null) return await answerOne(deps, request);
  // The first one is counted with the key of the request.
  for (const _item of batch.items.slice(1)) await countKeyUse(deps, access, 'events');
  return { evaluations: await evaluateAll(deps, access, batch, requestIdOf(request)) };
}

const PRINTABLE = /^[\x20-\x7e]+$/;

/** The caller's own id, which may be of another form than ours. */
function requestIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['x-request-id'];
  return typeof id === 'string' && PRINTABLE.test(id) ? id : null;
}

function told(answer: TaskAnswer, reply: FastifyReply): TaskAnswer {
  if (answer.task.status === 'pending') reply.header('retry-after', String(TASK_RETRY_AFTER_SECONDS));
  return answer;
}

/** Members that are not there are not served. */
function metadata(baseUrl: () => string) {
  return {
    policy_decision_point: baseUrl(),
    access_evaluation_endpoint: `${baseUrl()}${EVALUATION_PATH}`,
    access_evaluations_endpoint: `${baseUrl()}${EVALUATIONS_PATH}`,
    access_request_endpoint: requestEndpointOf(baseUrl),
    capabilities: ['urn:openid:authzen:capability:access-request'],
  };
}

function answerText(deps: RouteDeps, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message } = failed(deps, error, request, reply);
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(message));
}

function answerProblem(deps: RouteDeps, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status, message } = failed(deps, error, request, reply);
  const known = error instanceof AccessRequestFault ? error.fault : null;
  const type = known === null ? PLAIN_PROBLEM : `${PROBLEM_PREFIX}${known}`;
  const problem = { type, title: known ?? code, status, detail: message };
  void reply.code(status).type('application/problem+json').send(JSON.stringify(problem));
}

function failed({ metrics }: RouteDeps, error: Error, request: FastifyRequest, reply: FastifyReply) {
  const fault = publicError(error, request);
  metrics.errors[fault.code].add();
  const retryAfter = retryAfterSecondsOf(fault);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (fault.status === 401) reply.header('www-authenticate', CHALLENGE);
  return fault;
}
