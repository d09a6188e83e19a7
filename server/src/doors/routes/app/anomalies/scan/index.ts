// SPDX-License-Identifier: Apache-2.0
/** POST /anomalies/scan: scan the current organization now. */
import { ANOMALY_SCANS_PER_HOUR } from '@svc/contract/limits';
import type { FastifyInstance } from 'fastify';
import { scanOrganization } from '../../../../../measures/anomalies/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

const RULE = { name: 'anomaly scan', hitsMax: ANOMALY_SCANS_PER_HOUR, windowSeconds: 3_600 };
/** A share of the time for answering a request. Events rolled up by then stay so. */
const SCAN_WITHIN_MS = 20_000;

export function registerAnomaliesScan(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'scanForAnomalies', async (_request, { user, organization }) => {
    await hitSharedWindow(deps.pool, RULE, organization.id);
    const actor = { type: 'user', id: user.id } as const;
    return await scanOrganization(deps, organization.id, actor, AbortSignal.timeout(SCAN_WITHIN_MS));
  });
}
