// SPDX-License-Identifier: Apache-2.0
/** GET /anomalies/scan: how many agents a scan compares with their past. */
import type { FastifyInstance } from 'fastify';
import { readScanState } from '../../../../../measures/anomalies/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerAnomaliesScanState(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readAnomalyScan', async (_request, person) =>
    deps.reads.run(readerOf(person), 'list', () =>
      readScanState(deps.reads.pool, person.organization.id, deps.pool.clock.nowMs()),
    ),
  );
}
