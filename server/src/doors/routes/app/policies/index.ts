// SPDX-License-Identifier: Apache-2.0
/** The routes of policies. */

import type {
  AppPolicyDifferenceRequest,
  AppPolicyListQuery,
  AppPolicyTestRequest,
  ImpactRequest,
  PolicyCheckRequest,
  PolicyCreation,
  PolicyExportQuery,
  PolicyRemoval,
  PolicyShadowQuery,
  PolicySpec,
  PolicyUpdate,
} from '@svc/contract';
import type { OrganizationSnapshot } from '../../../../organization/organizations/index.ts';
import type { Person } from '../../../../people/sessions/index.ts';
import { invalid } from '../../../../platform/errors/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { readImpact } from '../../../../record/impact/index.ts';
import {
  checkProposedSet,
  type Proposal,
  proposedSet,
  testPoliciesForPeople,
} from '../../../../rules/policies/index.ts';
import {
  checkForPeople,
  createPolicy,
  deletePolicy,
  exportPolicies,
  exportPolicy,
  listPoliciesForPeople,
  POLICY_MARK,
  policyOf,
  readPolicyForPeople,
  updatePolicy,
} from '../../../../rules/policy-editing/index.ts';
import { selectSetAt } from '../../../../rules/policy-versions/index.ts';
import { analysePolicies, compareProposal, shadowOf } from '../../../../rules/proofs/index.ts';
import { inTransaction } from '../../../../storage/db/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import type { AppRouteDeps } from '../deps.ts';
import { uuidParameter } from '../parameters.ts';
import { versionNumber } from '../policy-versions/number.ts';
import { type AppHandlers, changerOf, readerOf } from '../register.ts';

export const POLICIES_ROUTES = {
  /** GET /policies/analysis: policies and fields that do nothing, for every event there can be. */
  analysePolicies: async ({ proofThreads, snapshots }, _request, { organization }, reply) =>
    snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await snapshots.assertCurrent(snapshot);
      return await analysePolicies(proofThreads.until(goneSignal(reply)), snapshot);
    }),

  /** DELETE /policies/impact/{id}: cancel an evaluation that is under way. */
  cancelImpact: async ({ impacts }, request, { organization }, reply) => {
    await impacts.cancel({ organizationId: organization.id, id: uuidParameter(request, 'id') });
    return await reply.code(204).send();
  },

  /** POST /policies/check: what is wrong with a policy, or looks unintended, before it is saved. Records nothing. */
  checkPolicy: async ({ policyThreads, pool, snapshots }, request, { organization }) => {
    return await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await checkForPeople({ policyThreads, pool }, snapshot, request.body as PolicyCheckRequest);
      await snapshots.assertCurrent(snapshot);
      return answer;
    });
  },

  /** POST /policies: make a policy. */
  createPolicy: async (deps, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      createPolicy(deps, snapshot, changer, request.body as PolicyCreation),
    );
    const policy = await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await readPolicyForPeople(deps, snapshot, id);
    });
    return await reply.code(201).send(policy);
  },

  /** DELETE /policies/{id}: take a policy out of the set. */
  deletePolicy: async (deps, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = uuidParameter(request, 'id');
    const { note } = request.body as PolicyRemoval;
    await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      deletePolicy(deps, snapshot, changer, id, note),
    );
    return await reply.code(204).send();
  },

  /** POST /policies/difference: every event whose outcome a proposed change changes. It records nothing. */
  comparePolicies: async (deps, request, { organization }, reply) => {
    const proposal = request.body as AppPolicyDifferenceRequest;
    const comparing = {
      policyThreads: deps.policyThreads,
      proofThreads: deps.proofThreads.until(goneSignal(reply)),
      log: request.log,
    };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const at = { pool: deps.pool, nowMs: deps.pool.clock.nowMs() };
      const answer = await compareProposal(comparing, snapshot, proposal, at);
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  },

  /** GET /policies/export: one policy, the whole set, or the set of a version, as the text of policy files. */
  exportPolicies: async (deps, request, person, reply) => {
    const query = request.query as PolicyExportQuery;
    const text = await deps.reads.run(readerOf(person), 'export', () => textOf(deps, person, query));
    reply.header('content-disposition', `attachment; filename="${fileNameOf(query, deps.pool.clock.now())}"`);
    return reply.type('text/yaml; charset=utf-8').send(text);
  },

  /** GET /policies: list policies with their hits. */
  listPolicies: async ({ policyHits, reads }, request, person) => {
    const query = request.query as AppPolicyListQuery;
    const page = pageOf(query, POLICY_MARK);
    return await listPoliciesForPeople(reads, policyHits, readerOf(person), query, page);
  },

  /** GET /policies/impact/{id}: the progress of an evaluation, and then its result. */
  readImpact: async ({ pool }, request, { organization }) => {
    return await readImpact(pool, { organizationId: organization.id, id: uuidParameter(request, 'id') });
  },

  /** GET /policies/{id}: one policy with its warnings and test cases. */
  readPolicy: async (deps, request, { organization }) => {
    const id = uuidParameter(request, 'id');
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const policy = await readPolicyForPeople(deps, snapshot, id);
      await deps.snapshots.assertCurrent(snapshot);
      return policy;
    });
  },

  /** GET /policies/analysis/shadow: the policies that keep one from ever deciding, each with an event that shows it. */
  readPolicyShadow: async ({ pool, proofThreads, snapshots }, request, { organization }, reply) => {
    const { policy } = request.query as PolicyShadowQuery;
    const asking = { threads: proofThreads.until(goneSignal(reply)), log: request.log };
    return await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await snapshots.assertCurrent(snapshot);
      return await shadowOf(asking, snapshot, policy.toLowerCase(), pool.clock.nowMs());
    });
  },

  /** POST /policies/impact: start evaluating a proposed set over stored events. */
  startImpact: async ({ impacts, policyThreads, pool, snapshots }, request, person, reply) => {
    const asked = request.body as ImpactRequest;
    const organizationId = person.organization.id;
    const id = await snapshots.underCurrentRules(organizationId, async (snapshot) => {
      const proposal = proposalOf(snapshot, asked);
      await checkProposedSet(policyThreads, snapshot, proposal);
      await snapshots.assertCurrent(snapshot);
      const proposed = proposedSet(snapshot, proposal);
      return await impacts.start(snapshot, changerOf(person), { proposed, days: asked.days });
    });
    return await reply.code(201).send(await readImpact(pool, { organizationId, id }));
  },

  /** PATCH /policies/{id}: change a policy, or the test cases that are kept with it. */
  updatePolicy: async (deps, request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = uuidParameter(request, 'id');
    await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      updatePolicy(deps, snapshot, changer, id, request.body as PolicyUpdate),
    );
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await readPolicyForPeople(deps, snapshot, id);
    });
  },

  /** POST /policies/test: decide test cases under a set of policies. The text goes to a thread as it came. */
  testPolicies: async ({ policyThreads, pool, snapshots }, request, { organization }) => {
    const nowMs = pool.clock.nowMs();
    const body = { request: request.body as AppPolicyTestRequest, text: request.bodyText };
    return await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await testPoliciesForPeople(policyThreads, snapshot, body, nowMs);
      await snapshots.assertCurrent(snapshot);
      return answer;
    });
  },
} satisfies Partial<AppHandlers>;

async function textOf(deps: AppRouteDeps, { organization }: Person, { id, version }: PolicyExportQuery) {
  const { reads, policyThreads, snapshots } = deps;
  if (version !== undefined) {
    if (id !== undefined) throw invalid('version', 'cannot stand beside `id`: send one of them');
    const number = versionNumber(version);
    const set = await inTransaction(reads.pool, [organization.id], (transaction) =>
      selectSetAt(transaction, organization.id, number),
    );
    return await exportPolicies(policyThreads, organization.id, set);
  }
  return await snapshots.underCurrentRules(organization.id, async (snapshot) => {
    const text =
      id === undefined
        ? await exportPolicies(policyThreads, organization.id, snapshot.policies)
        : await exportPolicy(policyThreads, snapshot, id.toLowerCase());
    await snapshots.assertCurrent(snapshot);
    return text;
  });
}

function fileNameOf({ id, version }: PolicyExportQuery, now: Date): string {
  if (id !== undefined) return `svc-policy-${id.toLowerCase()}.yaml`;
  if (version !== undefined) return `svc-policies-version-${Number(version)}.yaml`;
  return `svc-policies-${now.toISOString().slice(0, 10)}.yaml`;
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
