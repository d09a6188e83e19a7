// SPDX-License-Identifier: Apache-2.0
/** GET /policy-versions: list the versions of the policy set. */
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import { listPolicyVersions, POLICY_VERSION_MARK } from '../../../../../rules/policy-versions/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerPolicyVersionsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listPolicyVersions', async (request, person) => {
    const page = pageOf(request.query as { limit?: string; cursor?: string }, POLICY_VERSION_MARK);
    return await listPolicyVersions(deps.reads, readerOf(person), page);
  });
}
