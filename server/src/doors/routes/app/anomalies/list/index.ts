// SPDX-License-Identifier: Apache-2.0
/** GET /anomalies: list anomalies. */
import type { AnomalyListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ANOMALY_MARK, listAnomalies } from '../../../../../measures/anomalies/index.ts';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerAnomaliesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listAnomalies', async (request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AnomalyListQuery;
    const page = pageOf(request.query as AnomalyListQuery, ANOMALY_MARK);
    return await listAnomalies(deps.reads, readerOf(person), filters, page);
  });
}
