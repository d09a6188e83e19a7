// SPDX-License-Identifier: Apache-2.0
/** POST /anomalies/{id}/close: close an anomaly. */
import type { AnomalyClosing } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { closeAnomaly } from '../../../../../measures/anomalies/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAnomaliesClose(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'closeAnomaly', async (request, { user, organization }) => {
    const { note = '' } = request.body as AnomalyClosing;
    const closer = { accountId: user.id, organizationId: organization.id };
    return await closeAnomaly(deps.pool, closer, uuidParameter(request, 'id'), note.trim() === '' ? null : note);
  });
}
