// SPDX-License-Identifier: Apache-2.0
/** The authorization server, wired: apps that people connect by OAuth. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { requestAddress } from '../doors/http/index.ts';
import { type McpAddresses, mcpUrlOf, registerOauthRoutes } from '../doors/routes/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
  METADATA_DOCUMENTS_PER_ADDRESS_AND_MINUTE,
  METADATA_EGRESS,
} from '../organization/oauth/index.ts';
import { createEgress, type EgressOptions } from '../outgoing/egress/index.ts';
import { type AddressList, limitedAddress } from '../platform/addresses/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import { processWindow } from '../platform/rates/index.ts';
import type { Vault } from '../platform/vault/index.ts';

interface ConnectedAppsOptions {
  vault: Vault;
  baseUrl: () => string;
  logger: Logger;
  mcp?: Partial<McpAddresses>;
  egress?: Pick<EgressOptions, 'resolver' | 'ca'>;
  egressAllow: readonly string[];
}

interface ConnectedApps {
  parts: { authorizationServer: AuthorizationServer };
  close(): Promise<void>;
}

/** Metadata documents of clients have an egress of their own, since strangers name them. */
export function openConnectedApps(
  { vault, baseUrl, logger: log, mcp = {}, egress: replacements, egressAllow: allow }: ConnectedAppsOptions,
  http: FastifyInstance,
  pool: pg.Pool,
  trustedProxies: AddressList,
): ConnectedApps {
  const egress = createEgress({ ...replacements, allow, ...METADATA_EGRESS });
  const fetches = processWindow(METADATA_DOCUMENTS_PER_ADDRESS_AND_MINUTE);
  const authorizationServer = createAuthorizationServer({
    pool,
    vault,
    log,
    egress,
    baseUrl,
    mcpUrl: mcpUrlOf({ baseUrl, mcp }),
    mayFetch: (request) =>
      fetches.hit(limitedAddress(requestAddress(request, trustedProxies)), pool.clock.nowMs()) === 0,
  });
  registerOauthRoutes(http, { pool, trustedProxies, authorizationServer });
  return { parts: { authorizationServer }, close: () => egress.close() };
}
