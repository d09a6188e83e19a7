// SPDX-License-Identifier: Apache-2.0
/** GET /policies/export: one policy, the whole set, or the set of a version, as the text of policy files. */
import type { PolicyExportQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../../../../people/sessions/index.ts';
import { invalid } from '../../../../../platform/errors/index.ts';
import { exportPolicies, exportPolicy } from '../../../../../rules/policy-editing/index.ts';
import { selectSetAt } from '../../../../../rules/policy-versions/index.ts';
import { inTransaction } from '../../../../../storage/db/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { versionNumber } from '../../policy-versions/number.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerPoliciesExport(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'exportPolicies', async (request, person, reply) => {
    const query = request.query as PolicyExportQuery;
    const text = await deps.reads.run(readerOf(person), 'export', () => textOf(deps, person, query));
    reply.header('content-disposition', `attachment; filename="${fileNameOf(query, deps.pool.clock.now())}"`);
    return reply.type('text/yaml; charset=utf-8').send(text);
  });
}

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
