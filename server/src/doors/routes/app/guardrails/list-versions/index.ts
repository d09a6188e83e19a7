// SPDX-License-Identifier: Apache-2.0
/** GET /guardrails/{id}/versions: every state of a claim, who made it, when and from where. */
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import { GUARDRAIL_VERSION_MARK, listGuardrailVersions } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsListVersions(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listGuardrailVersions', async (request, person) => {
    const page = pageOf(request.query as { limit?: string; cursor?: string }, GUARDRAIL_VERSION_MARK);
    return await listGuardrailVersions(deps.reads, readerOf(person), uuidParameter(request, 'id'), page);
  });
}
