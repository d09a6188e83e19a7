// SPDX-License-Identifier: Apache-2.0
/**
 * Registers an app route from its row in the table of operations. Before its body is read a call is checked for its
 * origin, its session and its role. Then come the second factor that the organization may ask for, and a recent
 * sign-in where the row asks for one. Changes are counted last.
 */

import {
  APP_OPERATIONS,
  type AppOperation,
  type AppOperationId,
  CHANGES_PER_PERSON_AND_MINUTE,
  isForOwnPages,
  isOpenInDemo,
  POLICY_CHECKS_PER_PERSON_AND_MINUTE,
  type ProposalKind,
  RECENT_SIGN_IN_MINUTES,
  type Role,
  UNSTORED_MEMBERS,
  UPSTREAM_CHECKS_PER_MINUTE,
} from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { refuseDirectory } from '../../../people/entry/index.ts';
import type { Changer, Entrant } from '../../../people/memberships/index.ts';
import { type Person, readPerson } from '../../../people/sessions/index.ts';
import { ApiError, invalid } from '../../../platform/errors/index.ts';
import { holdChange } from '../../../rules/proposals/index.ts';
import { hitSharedWindow } from '../../../storage/limits/index.ts';
import type { Reader } from '../../../storage/lists/index.ts';
import { checkOrigin, keepBodyText, noteKnownCaller, requestAddress } from '../../http/index.ts';
import { sessionCookies } from './cookies.ts';
import type { AppRouteDeps } from './deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of app routes. */
    person: Person | null;
  }
}

/** Runs before any app route: requests are created with the field, so that all have one shape. */
export function declarePerson(app: FastifyInstance): void {
  app.decorateRequest('person', null);
}

/** Whose turn a read takes. */
export function readerOf(person: Person): Reader {
  return { userId: countedAs(person), organizationId: person.organization.id };
}

/** Visitors of the demo share an account: each of them counts by their visit. */
export function countedAs({ isDemo, sessionId, user }: Person): string {
  return isDemo ? sessionId : user.id;
}

/** The person, and the one organization that a session of its directory enters. */
export function entrantOf({ user, isDirectory, organization }: Person): Entrant {
  return { accountId: user.id, directoryOf: isDirectory ? organization.id : null };
}

/** Who makes a change. */
export function changerOf({ user, organization }: Person): Changer {
  return { accountId: user.id, organizationId: organization.id };
}

/** The same for a change that may wait for a second person. @param subject the id of the record, if there is one */
export function heldChangerOf(person: Person, kind: ProposalKind, request: object, subject: string | null = null) {
  return { ...changerOf(person), hold: holdChange({ kind, subject, request }) };
}

/** The same with the role at the start of the request. */
export function roleOf(person: Person): Changer & { role: Role } {
  return { ...changerOf(person), role: person.organization.role };
}

/** Answers an operation for a signed-in person. It names the parts of the service that it uses. */
type SignedInHandler = (
  deps: AppRouteDeps,
  request: FastifyRequest,
  person: Person,
  reply: FastifyReply,
) => Promise<unknown>;

/** Answers an operation that needs no session. */
type AnybodyHandler = (deps: AppRouteDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

type IsForAnybody<Id extends AppOperationId> = (typeof APP_OPERATIONS)[Id]['who'] extends 'anybody' ? true : false;

/** A handler for every row of the table of operations: without one it does not compile. */
export type AppHandlers = {
  [Id in AppOperationId]: IsForAnybody<Id> extends true ? AnybodyHandler : SignedInHandler;
};

/** Their long bodies go to worker threads as they came. */
const KEPT_AS_TEXT: ReadonlySet<AppOperationId> = new Set(['testPolicies']);

/** Registers every operation of the app from its row. */
export function registerOperations(app: FastifyInstance, deps: AppRouteDeps, handlers: AppHandlers): void {
  for (const id of Object.keys(APP_OPERATIONS) as AppOperationId[]) {
    const register = (scope: FastifyInstance): void => {
      const { who }: AppOperation = APP_OPERATIONS[id];
      if (who === 'anybody') registerAnybody(scope, deps, id, handlers[id] as AnybodyHandler);
      else registerSignedIn(scope, deps, id, handlers[id] as SignedInHandler);
    };
    if (!KEPT_AS_TEXT.has(id)) register(app);
    else {
      // The body's text is kept in a scope of its own.
      app.register(async (scope) => {
        keepBodyText(scope);
        register(scope);
      });
    }
  }
}

/** A route that requires a session, with the roles of its row. */
function registerSignedIn(app: FastifyInstance, deps: AppRouteDeps, id: AppOperationId, handle: SignedInHandler): void {
  const operation: AppOperation = APP_OPERATIONS[id];
  app.route({
    ...routeOf(operation),
    onRequest: async (request) => {
      if (isForOwnPages(operation)) checkOrigin(request.headers, deps.origins());
      request.person = await authenticate(deps, request, operation, id);
      if (request.person.needsFactor && !operation.beforeMfa) throw new ApiError('mfa_setup_required');
      if (operation.recentSignIn) checkRecentSignIn(request.person, deps.pool.clock.nowMs());
      if (operation.asksUpstream) checkConfirmed(request.person);
      if (operation.asksUpstream) await countUpstreamCheck(deps, request.person);
      else if (operation.onlyAsks) await countCheck(deps, request.person);
      else if (operation.method !== 'GET') await countChange(deps, request.person);
    },
    handler: async (request, reply) => {
      const { person } = request;
      if (person === null) throw new Error('an app route was reached without a person');
      return await handle(deps, request, person, reply);
    },
  });
}

/** A route that needs no session. */
function registerAnybody(app: FastifyInstance, deps: AppRouteDeps, id: AppOperationId, handle: AnybodyHandler): void {
  const operation: AppOperation = APP_OPERATIONS[id];
  app.route({
    ...routeOf(operation),
    onRequest: async (request) => {
      if (isForOwnPages(operation)) checkOrigin(request.headers, deps.origins());
    },
    handler: async (request, reply) => await handle(deps, request, reply),
  });
}

async function authenticate(
  deps: AppRouteDeps,
  request: FastifyRequest,
  operation: AppOperation,
  operationId: AppOperationId,
): Promise<Person> {
  const person = await personIfAny(deps, request);
  if (person === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
  if (person.isDemo && !isOpenInDemo(operation)) throw refusedInDemo(operationId);
  if (operation.notByDirectory) refuseDirectory(person);
  const { who } = operation;
  if (who !== 'anybody' && !who[person.organization.role])
    throw new ApiError('forbidden', { message: 'Your role may not do that.' });
  return person;
}

/** The specification gives a deletion its own code. */
function refusedInDemo(operationId: AppOperationId): ApiError {
  if (operationId !== 'deleteOrganization' && operationId !== 'deleteAccount') return new ApiError('demo_read_only');
  return new ApiError('forbidden', { message: 'The demo cannot be deleted.' });
}

/** The signed-in person, for a route that works without a session too. */
export async function personIfAny(deps: AppRouteDeps, request: FastifyRequest): Promise<Person | null> {
  const { access } = sessionCookies(request);
  if (access === null) return null;
  const address = requestAddress(request.raw, deps.trustedProxies);
  const person = await deps.lookUps.find({ address, secret: access }, () =>
    readPerson(deps.pool, access, deps.pool.clock.nowMs()),
  );
  if (person !== null) noteKnownCaller(request.raw.socket);
  return person;
}

const CHANGE_RATE = { name: 'changes', hitsMax: CHANGES_PER_PERSON_AND_MINUTE, windowSeconds: 60 };

/** Each change costs every process a new look at the organization's rules. @throws ApiError 429 */
async function countChange({ pool }: AppRouteDeps, { user, organization }: Person): Promise<void> {
  await hitSharedWindow(pool, CHANGE_RATE, `${organization.id}\0${user.id}`);
}

const CHECK_RATE = { name: 'policy-checks', hitsMax: POLICY_CHECKS_PER_PERSON_AND_MINUTE, windowSeconds: 60 };

/** Checks and tests change nothing, but take the processor's time. @throws ApiError 429 */
async function countCheck({ pool }: AppRouteDeps, person: Person): Promise<void> {
  await hitSharedWindow(pool, CHECK_RATE, `${person.organization.id}\0${countedAs(person)}`);
}

const UPSTREAM_RATE = { name: 'upstream-checks', hitsMax: UPSTREAM_CHECKS_PER_MINUTE, windowSeconds: 60 };

/** Other systems are not to be flooded by hand. @throws ApiError 429 */
async function countUpstreamCheck({ pool }: AppRouteDeps, { organization }: Person): Promise<void> {
  await hitSharedWindow(pool, UPSTREAM_RATE, organization.id);
}

/** Integrations that another person may have made are not called. @throws ApiError 403 */
function checkConfirmed({ isUnconfirmed }: Person): void {
  if (!isUnconfirmed) return;
  const message = 'Say first whether you keep the access of this organization: GET /me/unconfirmed-access lists it.';
  throw new ApiError('forbidden', { message });
}

/** For a change that matters by what its body says. @throws ApiError 401 `reauthentication_required` */
export function checkRecentSignIn(person: Person, nowMs: number): void {
  if (!isRecentlySignedIn(person, nowMs)) throw new ApiError('reauthentication_required');
}

export function isRecentlySignedIn({ signedInAtMs }: Person, nowMs: number): boolean {
  return nowMs - signedInAtMs < RECENT_SIGN_IN_MINUTES * 60_000;
}

/** PostgreSQL holds no U+0000 in a text. @throws ApiError 400 */
function checkQueryText(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && value.includes('\0')) throw invalid(name, 'must not hold U+0000');
  }
}

type Registered = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'preValidation' | 'exposeHeadRoute'>;

function routeOf(operation: AppOperation): Registered {
  const { body, query, success } = operation;
  return {
    method: operation.method,
    // A file or a check is made, counted and audited for its receiver, and HEAD has none.
    exposeHeadRoute: !(success.status === 200 && success.body === null) && !operation.asksUpstream,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Nothing stores what is only asked about.
    ...(operation.onlyAsks && { config: { unstoredMembers: UNSTORED_MEMBERS } }),
    schema: {
      ...(body === null ? {} : { body }),
      ...(query === null ? {} : { querystring: query }),
      ...(success.body === null ? {} : { response: { [success.status]: success.body } }),
    },
    preValidation: async (request) => {
      checkQueryText(request.query as Record<string, unknown>);
      // A body with only optional fields may be left out.
      if (body !== null && request.headers['content-type'] === undefined) request.body ??= {};
    },
  };
}
