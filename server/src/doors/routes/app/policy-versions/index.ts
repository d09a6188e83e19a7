// SPDX-License-Identifier: Apache-2.0
/** The routes of policy versions. */

import type { PolicyRestore } from '@svc/contract';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { restorePolicyVersion } from '../../../../rules/policy-editing/index.ts';
import {
  erasePolicyNote,
  listPolicyVersions,
  POLICY_VERSION_MARK,
  readPolicyVersion,
} from '../../../../rules/policy-versions/index.ts';
import { type AppHandlers, changerOf, readerOf } from '../register.ts';
import { versionParameter } from './number.ts';

export const POLICY_VERSIONS_ROUTES = {
  /** POST /policy-versions/{number}/erase-note: erase why a person changed policies. */
  erasePolicyNote: async ({ pool }, request, person, reply) => {
    await erasePolicyNote(pool, changerOf(person), versionParameter(request));
    return await reply.code(204).send();
  },

  /** GET /policy-versions: list the versions of the policy set. */
  listPolicyVersions: async ({ reads }, request, person) => {
    const page = pageOf(request.query as { limit?: string; cursor?: string }, POLICY_VERSION_MARK);
    return await listPolicyVersions(reads, readerOf(person), page);
  },

  /** GET /policy-versions/{number}: one version of the policy set, and what it changed. */
  readPolicyVersion: async ({ reads }, request, person) => {
    return await readPolicyVersion(reads, readerOf(person), versionParameter(request));
  },

  /** POST /policy-versions/{number}/restore: bring the policy set back to a version, as a new one. */
  restorePolicyVersion: async (deps, request, person) => {
    const { current, note } = request.body as PolicyRestore;
    const restored = { number: versionParameter(request), current, note };
    return await deps.snapshots.underCurrentRules(person.organization.id, (snapshot) =>
      restorePolicyVersion(deps, snapshot, changerOf(person), restored),
    );
  },
} satisfies Partial<AppHandlers>;
