// SPDX-License-Identifier: Apache-2.0
/** GET /policies: list policies with their hits. */
import type { AppPolicyListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import { listPoliciesForPeople, POLICY_MARK } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerPoliciesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listPolicies', async (request, person) => {
    const query = request.query as AppPolicyListQuery;
    const page = pageOf(query, POLICY_MARK);
    return await listPoliciesForPeople(deps.reads, deps.policyHits, readerOf(person), query, page);
  });
}
