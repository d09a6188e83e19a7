// SPDX-License-Identifier: Apache-2.0
/** GET /guardrails/deleted: claims that the organization keeps no longer, and that can come back. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { MOMENT_MARK, pageOf } from '../../../../../platform/pagination/index.ts';
import { listDeletedGuardrails } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsListDeleted(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listDeletedGuardrails', async (request, person) => {
    const page = pageOf(request.query as PageQuery, MOMENT_MARK);
    return await listDeletedGuardrails(deps.reads, readerOf(person), page);
  });
}
