// SPDX-License-Identifier: Apache-2.0
/** The parts of the service that the authorization server works with. */
import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import type { Egress } from '../../outgoing/egress/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import type { Vault } from '../../platform/vault/index.ts';

export interface AuthorizationServerOptions {
  pool: pg.Pool;
  vault: Vault;
  log: Logger;
  /** For metadata documents of clients. */
  egress: Pick<Egress, 'request'>;
  /** Asked for late, since the port may be chosen when listening. */
  baseUrl: () => string;
  mcpUrl: () => string;
  mayFetch(request: IncomingMessage): boolean;
}
