// SPDX-License-Identifier: Apache-2.0
/** GET /organization/provisioning: the organization as a provisioning file without secrets. */
import type { FastifyInstance } from 'fastify';
import { exportProvisioning } from '../../../../../lifecycle/provisioning-export/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerOrganizationExportProvisioning(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'exportProvisioning', async (_request, person, reply) => {
    const { organization } = person;
    const now = deps.pool.clock.now();
    const text = await deps.reads.run(readerOf(person), 'export', () =>
      exportProvisioning(deps, organization, now.getTime()),
    );
    const name = `svc-provisioning-${now.toISOString().slice(0, 10)}.yaml`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return reply.type('text/yaml; charset=utf-8').send(text);
  });
}
