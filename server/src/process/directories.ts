// SPDX-License-Identifier: Apache-2.0
/** Sign-ins by directories of organizations, wired. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { registerSsoRoutes } from '../doors/routes/index.ts';
import { createBackChannel, createDirectories, type SsoDeps } from '../organization/sso/index.ts';
import { createEgress, createTextRecords } from '../outgoing/egress/index.ts';
import type { AddressList } from '../platform/addresses/index.ts';
import { SHARED_PLACES } from '../platform/shares/index.ts';
import type { AppOptions } from './app-options.ts';

type Options = Pick<AppOptions, 'baseUrl' | 'clock' | 'egress' | 'egressAllow' | 'logger' | 'textRecords' | 'vault'>;

interface OpenDirectories {
  parts: { sso: SsoDeps };
  close(): Promise<void>;
}

/** Directories have an egress of their own: a silent one delays sign-ins alone, and those of its organization first. */
export function openDirectories(
  { vault, baseUrl, clock, logger: log, egress: replacements, egressAllow: allow, textRecords }: Options,
  http: FastifyInstance,
  pool: pg.Pool,
  trustedProxies: AddressList,
): OpenDirectories {
  const egress = createEgress({ ...replacements, allow, calls: SHARED_PLACES.directories });
  const directories = createDirectories(egress, clock);
  const sso = { pool, vault, log, baseUrl, directories, textRecords: textRecords ?? createTextRecords() };
  registerSsoRoutes(http, { backChannel: createBackChannel(sso), clock, trustedProxies });
  return { parts: { sso }, close: () => egress.close() };
}
