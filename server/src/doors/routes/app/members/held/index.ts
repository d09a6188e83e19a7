// SPDX-License-Identifier: Apache-2.0
/** GET /members/{id}/held: what the organization holds about one member, or about one who was. */
import { HELD_DATA_PER_PERSON_AND_HOUR } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readHeldData } from '../../../../../lifecycle/data-rights/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { countedAs, readerOf, registerSignedIn } from '../../register.ts';

const RULE = { name: 'held-data', hitsMax: HELD_DATA_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };

export function registerMembersHeld(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readHeldData', async (request, person) => {
    const accountId = uuidParameter(request, 'id');
    await hitSharedWindow(deps.pool, RULE, `${person.organization.id}\0${countedAs(person)}`);
    return await deps.reads.run(readerOf(person), 'list', () =>
      readHeldData(deps.reads.pool, person.organization, accountId, deps.pool.clock.nowMs()),
    );
  });
}
