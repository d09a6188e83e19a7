// SPDX-License-Identifier: Apache-2.0
/** The service tells of itself, and nothing of an organization. A token is asked for all the same. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf, type ScimDeps } from '../../../organization/scim/index.ts';
import {
  listDocument,
  resourceTypes,
  ScimFault,
  schemas,
  serviceProviderConfig,
} from '../../../organization/scim-protocol/index.ts';
import { authenticated, type ScimAuthentication } from './caller.ts';
import { refuseOthers } from './faults.ts';

type Definition = Readonly<Record<string, unknown>>;

export function registerDefinitions(scope: FastifyInstance, deps: ScimAuthentication & ScimDeps): void {
  const options = authenticated(deps);
  scope.get('/ServiceProviderConfig', options, async (request) => {
    refuseFilter(request);
    return JSON.stringify(serviceProviderConfig(addressOf(deps)));
  });
  for (const url of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/:id', '/Schemas', '/Schemas/:id']) {
    refuseOthers(scope, url, ['GET'], options);
  }
  for (const [path, definitions] of [
    ['/ResourceTypes', resourceTypes],
    ['/Schemas', schemas],
  ] as const) {
    scope.get(path, options, async (request) => {
      refuseFilter(request);
      const all: readonly Definition[] = definitions(addressOf(deps));
      return JSON.stringify(listDocument(all, { total: all.length, startIndex: 1 }));
    });
    scope.get(`${path}/:id`, options, async (request) => {
      refuseFilter(request);
      const { id } = request.params as { id: string };
      const found = definitions(addressOf(deps)).find((one) => one.id === id);
      if (found === undefined) throw new ScimFault(404, null, 'There is none of this name.');
      return JSON.stringify(found);
    });
  }
}

/** RFC 7644, 4. */
function refuseFilter(request: FastifyRequest): void {
  const { filter } = request.query as { filter?: unknown };
  if (filter !== undefined) throw new ScimFault(403, null, 'This address takes no filter.');
}
