// SPDX-License-Identifier: Apache-2.0
/** GET /policy-versions/{number}: one version of the policy set, and what it changed. */
import type { FastifyInstance } from 'fastify';
import { readPolicyVersion } from '../../../../../rules/policy-versions/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';
import { versionParameter } from '../number.ts';

export function registerPolicyVersionsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readPolicyVersion', async (request, person) => {
    return await readPolicyVersion(deps.reads, readerOf(person), versionParameter(request));
  });
}
