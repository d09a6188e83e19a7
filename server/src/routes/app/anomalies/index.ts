/** GET /anomalies: list anomalies. */
import type { AnomalyListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ANOMALY_MARK, listAnomalies } from '../../../anomalies/index.ts';
import { pageOf } from '../../../page.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerAnomalies(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listAnomalies', async (request, { organization }) => {
    const { limit, cursor, ...asked } = request.query as AnomalyListQuery;
    const page = pageOf(
      { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
      ANOMALY_MARK,
    );
    return await listAnomalies(using.pool, organization.id, asked, page);
  });
}
