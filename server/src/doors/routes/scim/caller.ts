// SPDX-License-Identifier: Apache-2.0
/** The token of a request: rate of the address, token, then rate of the organization. */
import { SCIM_REQUESTS_PER_ADDRESS_AND_MINUTE, SCIM_REQUESTS_PER_ORGANIZATION_AND_MINUTE } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findToken, noteTokenUse, type ScimCaller, UNAUTHORIZED } from '../../../organization/scim/index.ts';
import { type AddressList, limitedAddress } from '../../../platform/addresses/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { type LookUps, type ProcessWindow, processWindow } from '../../../platform/rates/index.ts';
import type { Metrics } from '../../../storage/metrics/index.ts';
import { noteKnownCaller, requestAddress } from '../../http/index.ts';

export interface ScimAuthentication {
  pool: pg.Pool;
  lookUps: LookUps;
  metrics: Metrics;
  trustedProxies: AddressList;
  scimRates: ScimRates;
}

export interface ScimRates {
  ofAddresses: ProcessWindow;
  ofOrganizations: ProcessWindow;
}

export const createScimRates = (): ScimRates => ({
  ofAddresses: processWindow(SCIM_REQUESTS_PER_ADDRESS_AND_MINUTE),
  ofOrganizations: processWindow(SCIM_REQUESTS_PER_ORGANIZATION_AND_MINUTE),
});

const callers = new WeakMap<FastifyRequest, ScimCaller>();

export function authenticated(deps: ScimAuthentication) {
  return {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      callers.set(request, await callerOf(deps, request));
    },
  };
}

export function scimCallerOf(request: FastifyRequest): ScimCaller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('a route of SCIM was reached without a token');
  return caller;
}

/** @throws ScimFault 401, ApiError 429 */
async function callerOf(deps: ScimAuthentication, request: FastifyRequest): Promise<ScimCaller> {
  const { pool, lookUps, scimRates } = deps;
  const address = requestAddress(request.raw, deps.trustedProxies);
  count(scimRates.ofAddresses, limitedAddress(address), pool.clock.nowMs());
  const token = /^Bearer +(?<token>[^ ]{1,200})$/i.exec(request.headers.authorization ?? '')?.groups?.token;
  if (token === undefined) throw UNAUTHORIZED;
  const found = await lookUps.find({ address, secret: token }, () => findToken(pool, token));
  if (found === null) throw UNAUTHORIZED;
  noteKnownCaller(request.raw.socket);
  count(scimRates.ofOrganizations, found.organizationId, pool.clock.nowMs());
  await noteTokenUse(pool, found);
  return found;
}

function count(window: ProcessWindow, key: string, nowMs: number): void {
  const retryAfterSeconds = window.hit(key, nowMs);
  if (retryAfterSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds });
}
