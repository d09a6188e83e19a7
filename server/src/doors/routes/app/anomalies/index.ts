// SPDX-License-Identifier: Apache-2.0
/** The routes of anomalies. */
import type { AnomalyClosing, AnomalyListQuery } from '@svc/contract';
import { ANOMALY_SCANS_PER_HOUR } from '@svc/contract/limits';
import {
  ANOMALY_MARK,
  closeAnomaly,
  eraseAnomalyNote,
  listAnomalies,
  readScanState,
  scanOrganization,
} from '../../../../measures/anomalies/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, readerOf } from '../register.ts';

export const ANOMALIES_ROUTES = {
  /** POST /anomalies/{id}/close: close an anomaly. */
  closeAnomaly: async ({ pool }, request, { user, organization }) => {
    const { note = '' } = request.body as AnomalyClosing;
    const closer = { accountId: user.id, organizationId: organization.id };
    return await closeAnomaly(pool, closer, uuidParameter(request, 'id'), note.trim() === '' ? null : note);
  },

  /** POST /anomalies/{id}/erase-note: erase the note of an anomaly. */
  eraseAnomalyNote: async ({ pool }, request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseAnomalyNote(pool, eraser, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /anomalies: list anomalies. */
  listAnomalies: async ({ reads }, request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AnomalyListQuery;
    const page = pageOf(request.query as AnomalyListQuery, ANOMALY_MARK);
    return await listAnomalies(reads, readerOf(person), filters, page);
  },

  /** GET /anomalies/scan: how many agents a scan compares with their past. */
  readAnomalyScan: async ({ pool, reads }, _request, person) =>
    reads.run(readerOf(person), 'list', () => readScanState(reads.pool, person.organization.id, pool.clock.nowMs())),

  /** POST /anomalies/scan: scan the current organization now. */
  scanForAnomalies: async (deps, _request, { user, organization }) => {
    await hitSharedWindow(deps.pool, RULE, organization.id);
    const actor = { type: 'user', id: user.id } as const;
    return await scanOrganization(deps, organization.id, actor, AbortSignal.timeout(SCAN_WITHIN_MS));
  },
} satisfies Partial<AppHandlers>;

const RULE = { name: 'anomaly scan', hitsMax: ANOMALY_SCANS_PER_HOUR, windowSeconds: 3_600 };
/** A share of the time for answering a request. Events rolled up by then stay so. */
const SCAN_WITHIN_MS = 20_000;
