// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP gateway: decides a call and, after an ALLOW, forwards it to a registered route with the credential of an
 * integration. It does not interpret forwarded data: bodies pass through, and only the beginning of an answer comes
 * back.
 */
import type { Decision, HttpGatewayDecision, HttpGatewayRequest, HttpMethod } from '@svc/contract';
import type { Access } from '../../../organization/callers/index.ts';
import type { HttpRouteRecord, IntegrationRecord } from '../../../organization/organizations/index.ts';
import type { Logger } from '../../../platform/logging/index.ts';
import { type DecideDeps, type DecideRequest, decideAndRecord } from '../../decide/index.ts';
import { findCall } from '../find-call.ts';
import type { Presence } from '../presence.ts';
import { exactMember, rawMember } from '../raw-body.ts';
import { bindingOf, checkRestrictions, credentialOf, httpRouteOf } from '../routes.ts';
import { scannedText } from '../scanned-text.ts';
import type { Forwarder, ForwardOutcome } from './forward.ts';
import type { Outcomes } from './outcomes.ts';
import { checkedPath } from './upstream-address.ts';

export interface HttpGatewayDeps extends DecideDeps {
  forwarder: Forwarder;
  presence: Presence;
  outcomes: Outcomes;
  /** Events with a call that is being decided or forwarded. */
  forwarding: Set<string>;
  log: Logger;
}

export interface HttpGatewayCall {
  access: Access;
  idempotencyKey: string | null;
  request: HttpGatewayRequest;
  /** The whole body, unchanged. */
  text: string;
}

export interface GatewayAnswer<Answer> {
  answer: Answer;
  isReplay: boolean;
}

/** The work that remains once the decision is recorded. */
export interface HttpTarget {
  route: HttpRouteRecord;
  integration: IntegrationRecord | null;
  keyPrefix: string;
  /** The organization may reach the ranges that the operator opened. */
  privateNetworks: boolean;
  method: HttpMethod;
  /** The result of `checkedPath`. */
  path: string | null;
  /** JSON in the caller's own spelling. */
  body: string | null;
}

/** @throws ApiError for every reason against deciding the call; nothing is forwarded then */
export async function callThroughHttp(
  deps: HttpGatewayDeps,
  call: HttpGatewayCall,
): Promise<GatewayAnswer<HttpGatewayDecision>> {
  // A decision that is made anew, since the rules changed meanwhile, has an id of its own.
  return await whileForwarding(deps.forwarding, (begin) => decideAndForward(deps, call, begin));
}

/**
 * Keeps the ids of calls that are being decided or forwarded while `work` waits for them. A caller may have to be
 * answered before its call begins. It is never forwarded then, and stays an open call that its process does not know.
 */
export async function whileForwarding<Result>(
  forwarding: Set<string>,
  work: (begin: (eventId: string) => void) => Promise<Result>,
): Promise<Result> {
  const eventIds: string[] = [];
  let isOver = false;
  try {
    return await work((eventId) => {
      if (isOver) return;
      eventIds.push(eventId);
      forwarding.add(eventId);
    });
  } finally {
    isOver = true;
    for (const eventId of eventIds) forwarding.delete(eventId);
  }
}

async function decideAndForward(
  deps: HttpGatewayDeps,
  call: HttpGatewayCall,
  beforeVisible: (eventId: string) => void,
): Promise<GatewayAnswer<HttpGatewayDecision>> {
  const { access, request } = call;
  const { routeId } = request;
  // This precedes the decision: once it is recorded, any process must be able to see whether this one lives.
  if (routeId !== undefined) await access.time.within(deps.presence.ready());
  // An open call that its process does not know counts as lost.
  const { decision, isReplay, target } = await decideAndRecord(deps, { ...httpDecision(deps, call), beforeVisible });
  if (isReplay) return await answerAgain(deps, access.organizationId, routeId, decision);
  if (target === null || decision.decision !== 'ALLOW') {
    return answered(decision, { routeId, credentialId: null, upstream: null, isReplay });
  }
  return await forwardDecided(deps, access, target, decision);
}

/**
 * The call as the decision path takes it, and where it would go.
 * @throws ApiError 400 for a path that could leave its route
 */
export function httpDecision(
  deps: Pick<HttpGatewayDeps, 'presence'>,
  { access, idempotencyKey, request, text }: HttpGatewayCall,
): DecideRequest<HttpTarget | null> {
  const { routeId, method = 'GET', action, path } = request;
  const checked = path === undefined ? null : checkedPath(path);
  const body = rawMember(text, 'body');
  return {
    access,
    door: 'HTTP_GATEWAY',
    endpoint: 'gateway/http',
    idempotencyKey,
    body: exactMember(request, 'body', body),
    action,
    event: request,
    loadRoute(snapshot, { prefix: keyPrefix }) {
      const route = httpRouteOf(snapshot, routeId);
      const integration = route === null ? null : credentialOf(snapshot, route);
      const { privateNetworks } = snapshot.settings;
      return {
        defaults: { agentId: null, resourceId: null },
        checkRestrictions(agent, resource) {
          if (route !== null) checkRestrictions(route, { agent, resource, action, method });
        },
        scannedText: route?.scanBody === true && body !== null ? () => scannedText(body, 'body') : null,
        seenBy: null,
        toolFault: null,
        gatewayCall: {
          protocol: 'HTTP',
          routeId: route?.id ?? null,
          routeName: route?.name ?? null,
          tool: null,
          method,
          credentialId: integration?.id ?? null,
          binding: route === null ? null : bindingOf(route, integration),
          keyPrefix,
        },
        forwarderId: route === null ? null : deps.presence.id,
        target: route === null ? null : { route, integration, keyPrefix, privateNetworks, method, path: checked, body },
      };
    },
  };
}

/** The answer of a request that was answered before: it is never forwarded again. */
export async function answerAgain(
  { pool }: Pick<HttpGatewayDeps, 'pool'>,
  organizationId: string,
  routeId: string | undefined,
  decision: Decision,
): Promise<GatewayAnswer<HttpGatewayDecision>> {
  const { credentialId, upstream } = await findCall(pool, organizationId, decision.id);
  const shown = upstream === null ? null : { ...upstream, truncatedBody: '' };
  return answered(decision, { routeId, credentialId, upstream: shown, isReplay: true });
}

/** Forwards the call of an allowed decision, once, and records what became of it. */
export async function forwardDecided(
  deps: HttpGatewayDeps,
  { organizationId, apiKeyId }: Access,
  target: HttpTarget,
  decision: Decision,
): Promise<GatewayAnswer<HttpGatewayDecision>> {
  const { route, integration, keyPrefix, privateNetworks, method, path, body } = target;
  const credentialId = integration?.id ?? null;
  const upstream = await forwarded(deps, { organizationId, privateNetworks, route, integration, method, path, body });
  const outcome = await deps.outcomes.record({
    organizationId,
    apiKeyId,
    eventId: decision.id,
    call: { credentialId, keyPrefix, method, routeId: route.id, sandbox: decision.sandbox },
    outcome: upstream,
  });
  decision.outcome = outcome;
  return answered(decision, { routeId: route.id, credentialId, upstream, isReplay: false });
}

interface Handled {
  /** The arguments in the caller's own spelling. */
  routeId: string | undefined;
  credentialId: string | null;
  /** Null when the call was not forwarded. */
  upstream: ForwardOutcome | null;
  isReplay: boolean;
}

/** The decision belongs to this call alone, so it is not copied. Spreading it would take microseconds. */
function answered(
  decision: Decision,
  { routeId, credentialId, upstream, isReplay }: Handled,
): GatewayAnswer<HttpGatewayDecision> {
  const answer = decision as HttpGatewayDecision;
  answer.gateway = {
    protocol: 'HTTP',
    routeId: routeId?.toLowerCase() ?? null,
    proxied: upstream !== null,
    credentialId,
    upstream,
  };
  return { answer, isReplay };
}

/** After a fault of ours in the middle of a call its outcome is unknown, and is recorded and answered as such. */
async function forwarded(
  { forwarder, log }: HttpGatewayDeps,
  request: Parameters<Forwarder['forward']>[0],
): Promise<ForwardOutcome> {
  try {
    return await forwarder.forward(request);
  } catch (error) {
    log.error({ fault: error instanceof Error ? error.stack?.split('\n').slice(1) : null }, 'forwarding failed');
    return { status: null, truncatedBody: '', error: 'internal error', latencyMs: 0 };
  }
}
