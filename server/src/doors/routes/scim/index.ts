// SPDX-License-Identifier: Apache-2.0
/** SCIM 2.0 (RFC 7644): a directory gives and takes access. The token is checked before a body is read. */

import { SCIM_BODY_BYTES_MAX } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createScimGroup,
  createUser,
  deleteScimGroup,
  deleteUser,
  listScimGroups,
  listUsers,
  patchScimGroup,
  patchUser,
  readScimGroup,
  readUser,
  replaceScimGroup,
  replaceUser,
  type ScimCaller,
  type ScimDeps,
} from '../../../organization/scim/index.ts';
import {
  type Listing,
  listingOf,
  type ScimQuery,
  type Shown,
  shownOf,
} from '../../../organization/scim-protocol/index.ts';
import { BARE_HEADERS } from '../../http/index.ts';
import { authenticated, type ScimAuthentication, scimCallerOf } from './caller.ts';
import { registerDefinitions } from './definitions.ts';
import { answerFault, answerUnknown, notSupported, refuseOthers, SCIM_TYPE } from './faults.ts';

const PREFIX = '/scim/v2';
const IS_SCIM = /^application\/scim\+json\s*(?:;|$)/i;

export function registerScimRoutes(http: FastifyInstance, deps: ScimAuthentication & ScimDeps): void {
  http.register(
    async (scope) => {
      scope.setErrorHandler((error: Error, request, reply) => answerFault(deps, error, request, reply));
      scope.setNotFoundHandler(answerUnknown);
      scope.addHook('onRequest', async ({ headers }, reply) => {
        reply.headers(BARE_HEADERS).type(SCIM_TYPE);
        // A body of SCIM is read as all JSON is: strictly, and once.
        if (IS_SCIM.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/json';
      });
      registerDefinitions(scope, deps);
      registerResources(scope, deps, '/Users', USERS);
      registerResources(scope, deps, '/Groups', GROUPS);
      for (const url of ['/.search', '/Users/.search', '/Groups/.search', '/Bulk', '/Me']) {
        scope.all(url, { ...authenticated(deps), handler: notSupported });
      }
    },
    { prefix: PREFIX },
  );
}

type Document = Readonly<Record<string, unknown>>;

interface Resources {
  list: (deps: ScimDeps, caller: ScimCaller, listing: Listing) => Promise<Document>;
  read: (deps: ScimDeps, caller: ScimCaller, id: string, shown: Shown) => Promise<Document>;
  create: (deps: ScimDeps, caller: ScimCaller, body: unknown) => Promise<Document>;
  replace: (deps: ScimDeps, caller: ScimCaller, id: string, body: unknown) => Promise<Document>;
  patch: (deps: ScimDeps, caller: ScimCaller, id: string, body: unknown) => Promise<Document>;
  remove: (deps: ScimDeps, caller: ScimCaller, id: string) => Promise<void>;
}

const USERS: Resources = {
  list: listUsers,
  read: readUser,
  create: createUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
};

const GROUPS: Resources = {
  list: listScimGroups,
  read: readScimGroup,
  create: createScimGroup,
  replace: replaceScimGroup,
  patch: patchScimGroup,
  remove: deleteScimGroup,
};

function registerResources(
  scope: FastifyInstance,
  deps: ScimAuthentication & ScimDeps,
  path: string,
  resources: Resources,
): void {
  const options = { ...authenticated(deps), bodyLimit: SCIM_BODY_BYTES_MAX };
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
  const queryOf = (request: FastifyRequest) => request.query as ScimQuery;
  refuseOthers(scope, path, ['GET', 'POST'], options);
  refuseOthers(scope, `${path}/:id`, ['GET', 'PUT', 'PATCH', 'DELETE'], options);
  scope.get(path, options, async (request, reply) => {
    return await sent(reply, await resources.list(deps, scimCallerOf(request), listingOf(queryOf(request))));
  });
  scope.get(`${path}/:id`, options, async (request, reply) => {
    const shown = shownOf(queryOf(request));
    return await sent(reply, await resources.read(deps, scimCallerOf(request), idOf(request), shown));
  });
  scope.post(path, options, async (request, reply) => {
    const made = await resources.create(deps, scimCallerOf(request), request.body);
    const { location } = made.meta as { location: string };
    return await sent(reply.code(201).header('location', location), made);
  });
  scope.put(`${path}/:id`, options, async (request, reply) => {
    return await sent(reply, await resources.replace(deps, scimCallerOf(request), idOf(request), request.body));
  });
  scope.patch(`${path}/:id`, options, async (request, reply) => {
    return await sent(reply, await resources.patch(deps, scimCallerOf(request), idOf(request), request.body));
  });
  scope.delete(`${path}/:id`, options, async (request, reply) => {
    await resources.remove(deps, scimCallerOf(request), idOf(request));
    return await reply.code(204).removeHeader('content-type').send();
  });
}

const sent = async (reply: FastifyReply, document: Document) => await reply.send(JSON.stringify(document));
