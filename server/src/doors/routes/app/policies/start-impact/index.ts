// SPDX-License-Identifier: Apache-2.0
/** POST /policies/impact: start evaluating a proposed set over stored events. */
import type { ImpactRequest, PolicySpec } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { OrganizationSnapshot } from '../../../../../organization/organizations/index.ts';
import { invalid } from '../../../../../platform/errors/index.ts';
import { readImpact } from '../../../../../record/impact/index.ts';
import { checkProposedSet, type Proposal, proposedSet } from '../../../../../rules/policies/index.ts';
import { policyOf } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerPoliciesStartImpact(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'startImpact', async (request, person, reply) => {
    const asked = request.body as ImpactRequest;
    const organizationId = person.organization.id;
    const id = await deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
      const proposal = proposalOf(snapshot, asked);
      await checkProposedSet(deps.policyThreads, snapshot, proposal);
      await deps.snapshots.assertCurrent(snapshot);
      const proposed = proposedSet(snapshot, proposal);
      return await deps.impacts.start(snapshot, changerOf(person), { proposed, days: asked.days });
    });
    return await reply.code(201).send(await readImpact(deps.pool, { organizationId, id }));
  });
}

/** @throws ApiError 400 unless there is exactly one proposal; 404 for no policy */
function proposalOf(snapshot: OrganizationSnapshot, { policies, change, monitor }: ImpactRequest): Proposal {
  const given = [policies, change, monitor].filter((one) => one !== undefined);
  if (given.length !== 1) throw invalid('change', 'send exactly one of `change`, `policies` and `monitor`');
  if (monitor === undefined)
    return { ...(policies !== undefined && { policies }), ...(change !== undefined && { change }) };
  const { id, text } = policyOf(snapshot, monitor.toLowerCase());
  const spec = JSON.parse(text) as PolicySpec;
  if (spec.mode !== 'MONITOR') throw invalid('monitor', 'is no policy in monitor mode');
  return { change: { id, policy: { ...spec, mode: 'ENFORCE' } } };
}
