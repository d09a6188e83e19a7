// SPDX-License-Identifier: Apache-2.0
/** GET /organization/export: settings and records of the organization, as a file. */
import { EXPORTS_PER_PERSON_AND_HOUR } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { openOrganizationExport } from '../../../../../lifecycle/data-rights/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';
import { sendFile } from '../../sent-file.ts';

const RULE = { name: 'organization-export', hitsMax: EXPORTS_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
const FILE = { name: 'svc-organization', ending: 'json', type: 'application/json; charset=utf-8' };

export function registerOrganizationExport(app: FastifyInstance, deps: AppRouteDeps): void {
  const pools = { pool: deps.pool, reads: deps.reads.pool };
  registerSignedIn(app, deps, 'exportOrganization', async (_request, person, reply) => {
    await hitSharedWindow(deps.pool, RULE, person.user.id);
    return await sendFile(deps, person, reply, FILE, () => openOrganizationExport(pools, changerOf(person)));
  });
}
