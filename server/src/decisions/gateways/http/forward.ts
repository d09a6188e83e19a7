// SPDX-License-Identifier: Apache-2.0
/** Forwards an allowed call, once, and reports its outcome. It never throws for faults of an upstream. */
import { setMaxListeners } from 'node:events';
import type { HttpMethod } from '@svc/contract';
import type { HttpRouteRecord, IntegrationRecord } from '../../../organization/organizations/index.ts';
import { EGRESS_FAULTS, type Egress, EgressFault, type EgressResponse } from '../../../outgoing/egress/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { OUTCOME_UNKNOWN } from '../find-call.ts';
import { CALLS_PER_ROUTE_MAX } from '../limits.ts';
import { NO_INJECTION } from './credential.ts';
import {
  CredentialFault,
  createOpenedCredentials,
  NO_ATTACHMENT,
  type OpenedCredentials,
} from './opened-credentials.ts';
import { bytesNeeded, shownBody } from './shown-body.ts';
import { TokenFault, type Tokens } from './tokens.ts';
import { type BaseAddress, baseAddressOf, upstreamAddress } from './upstream-address.ts';

export interface ForwardRequest {
  organizationId: string;
  /** The organization may reach the ranges that the operator opened. */
  privateNetworks: boolean;
  route: Pick<HttpRouteRecord, 'id' | 'baseUrl' | 'timeoutMs'>;
  /** The owner of the credential. */
  integration: IntegrationRecord | null;
  method: HttpMethod;
  /** The result of `checkedPath`; null for the base address itself. */
  path: string | null;
  /** JSON in the caller's own spelling. */
  body: string | null;
}

export interface ForwardOutcome {
  status: number | null;
  truncatedBody: string;
  error: string | null;
  latencyMs: number;
}

export interface Forwarder {
  forward(request: ForwardRequest): Promise<ForwardOutcome>;
  /** Gives up the calls under way, whose outcome stays unknown. */
  abort(): void;
}

export interface ForwarderDeps {
  /** Egress for this forwarder alone: aborting closes it. */
  egress: Egress;
  tokens: Tokens;
  vault: Vault;
}

export function createForwarder(deps: ForwarderDeps): Forwarder {
  const { egress, tokens, vault } = deps;
  const sending = { egress, tokens, credentials: createOpenedCredentials(vault) };
  const stopping = new AbortController();
  // One for each call that waits for a token; their number has its own bound.
  setMaxListeners(0, stopping.signal);
  /** Calls under way, by route. */
  const underWay = new Map<string, number>();

  function leave(key: string): void {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  }

  return {
    async forward(request) {
      const startedAt = performance.now();
      const latencyMs = () => Math.round(performance.now() - startedAt);
      const key = `${request.organizationId} ${request.route.id}`;
      const calls = underWay.get(key) ?? 0;
      if (calls >= CALLS_PER_ROUTE_MAX) return failed(new EgressFault('busy'), latencyMs());
      underWay.set(key, calls + 1);
      try {
        const { response, shown } = await send(sending, request, stopping.signal);
        const error = response.bodyFault === null ? null : textOf(response.bodyFault);
        return { status: response.status, truncatedBody: shown, error, latencyMs: latencyMs() };
      } catch (error) {
        return failed(error, latencyMs());
      } finally {
        leave(key);
      }
    },
    abort() {
      stopping.abort();
      void egress.close();
    },
  };
}

/** @throws the errors of `textOf` */
function failed(error: unknown, latencyMs: number): ForwardOutcome {
  return { status: null, truncatedBody: '', error: textOf(error), latencyMs };
}

/** @throws errors other than faults of an upstream, a token address or a stored credential */
function textOf(error: unknown): string {
  if (error instanceof EgressFault) return error.code === 'aborted' ? OUTCOME_UNKNOWN : EGRESS_FAULTS[error.code];
  if (error instanceof TokenFault || error instanceof CredentialFault) return error.message;
  throw error;
}

interface Sent {
  response: EgressResponse;
  shown: string;
}

interface Sending {
  egress: Egress;
  tokens: Tokens;
  credentials: OpenedCredentials;
}

/** @throws EgressFault, TokenFault, CredentialFault */
export async function send(deps: Sending, request: ForwardRequest, signal: AbortSignal): Promise<Sent> {
  const { route, integration, method, path } = request;
  const endsAt = performance.now() + route.timeoutMs;
  const credential = integration === null ? null : deps.credentials.of(request.organizationId, integration);
  const owner = credential?.tokenOwner ?? null;
  const token =
    owner === null ? null : await inTime(deps.tokens.get(owner, request.privateNetworks), route.timeoutMs, signal);
  const { injection, redaction, headers } = credential === null ? NO_ATTACHMENT : credential.attachmentWith(token);
  const body = method === 'GET' ? null : request.body;
  const response = await deps.egress.request({
    method,
    url: upstreamAddress(baseOf(route), path, injection.parameter),
    headers: body === null ? headers.bodiless : headers.withBody,
    body,
    timeoutMs: Math.max(1, endsAt - performance.now()),
    bodyBytesMax: bytesNeeded(redaction),
    owner: request.organizationId,
    carriesCredential: injection !== NO_INJECTION,
    privateNetworks: request.privateNetworks,
  });
  if (response.status === 401 && token !== null && owner !== null) deps.tokens.drop(owner, token);
  const upstreamBody = {
    body: response.body,
    isCut: response.truncated || response.bodyFault !== null,
    contentType: headerOf(response, 'content-type'),
    contentEncoding: headerOf(response, 'content-encoding'),
  };
  return { response, shown: shownBody(upstreamBody, redaction) };
}

/** Read once for as long as a snapshot of the organization holds the route. */
const bases = new WeakMap<ForwardRequest['route'], BaseAddress>();

function baseOf(route: ForwardRequest['route']): BaseAddress {
  const known = bases.get(route);
  if (known !== undefined) return known;
  const base = baseAddressOf(route.baseUrl);
  bases.set(route, base);
  return base;
}

/** The token request is shared: a call that runs out of time leaves it to the others. */
async function inTime<Value>(work: Promise<Value>, timeoutMs: number, signal: AbortSignal): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ends = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EgressFault('time_out')), timeoutMs);
    onAbort = () => reject(new EgressFault('aborted'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, ends]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

function headerOf({ headers }: EgressResponse, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
