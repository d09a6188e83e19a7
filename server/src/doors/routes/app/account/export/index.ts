// SPDX-License-Identifier: Apache-2.0
/** GET /me/export: what the service holds about the person, as a file. */
import { EXPORTS_PER_PERSON_AND_HOUR } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { openAccountExport } from '../../../../../lifecycle/data-rights/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { sendFile } from '../../sent-file.ts';

const RULE = { name: 'account-export', hitsMax: EXPORTS_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
const FILE = { name: 'svc-account', ending: 'json', type: 'application/json; charset=utf-8' };

export function registerAccountExport(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'exportAccount', async (request, person, reply) => {
    await hitSharedWindow(deps.pool, RULE, person.user.id);
    return await sendFile(deps, person, reply, FILE, () =>
      openAccountExport(deps.pool, person, clientOf(request, deps)),
    );
  });
}
