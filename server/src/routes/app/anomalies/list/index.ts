/** GET /anomalies: list anomalies. */
import type { AnomalyListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ANOMALY_MARK, listAnomalies } from '../../../../anomalies/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAnomaliesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listAnomalies', async (request, { organization }) => {
    const { limit, cursor, ...asked } = request.query as AnomalyListQuery;
    const page = pageOf(
      { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
      ANOMALY_MARK,
    );
    return await listAnomalies(deps.pool, organization.id, asked, page);
  });
}
