// SPDX-License-Identifier: Apache-2.0
/** The parts that the checks of integrations and routes share. */
import { ROLES, type UpstreamCheck } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { OrganizationSnapshots } from '../../../organization/organizations/index.ts';
import type { Egress } from '../../../outgoing/egress/index.ts';
import { type Changer, changeAs } from '../../../people/memberships/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BotFrameworkAddresses } from '../../chat/index.ts';
import { type ForwardRequest, send } from '../http/forward.ts';
import { createOpenedCredentials } from '../http/opened-credentials.ts';
import { createTokens } from '../http/tokens.ts';
import { CHECK_TIMEOUT_MS } from '../limits.ts';
import { type Found, foundBy } from './found.ts';

export interface CheckDeps {
  pool: pg.Pool;
  vault: Vault;
  snapshots: OrganizationSnapshots;
  checkEgress: Egress;
  /** The address of Slack's Web API. */
  slackApi: string;
  /** The addresses of Microsoft's services for bots. */
  teams: BotFrameworkAddresses;
  /** Public address of the service. */
  baseUrl: () => string;
}

/** Asks as the gateway does, but for less time and with a token of its own: a kept one would hide a refused client. */
export async function askAsGateway(
  { pool, checkEgress: egress, vault }: CheckDeps,
  request: ForwardRequest,
): Promise<Found> {
  const { route } = request;
  const timeoutMs = Math.min(route.timeoutMs, CHECK_TIMEOUT_MS);
  const sending = { egress, tokens: createTokens(egress, pool.clock), credentials: createOpenedCredentials(vault) };
  return await foundBy(async () => {
    const bounded = { ...request, route: { ...route, timeoutMs } };
    const { response } = await send(sending, bounded, new AbortController().signal);
    return response;
  });
}

/** The call was made, so it is recorded in whatever role its author is by now. */
export async function recordCheck(
  pool: pg.Pool,
  changer: Changer,
  subject: { type: 'integration' | 'http_route'; id: string },
  described: JsonObject,
  { reachable, host, withCredential, status, fault, messageFault, latencyMs }: UpstreamCheck,
): Promise<UpstreamCheck> {
  const metadata = { ...described, host, withCredential, status, fault, messageFault, latencyMs };
  return await changeAs(pool, changer, ROLES, async () => ({
    result: { reachable, host, withCredential, status, fault, messageFault, latencyMs },
    changes: [{ kind: `${subject.type}.checked`, subject, metadata }],
  }));
}
