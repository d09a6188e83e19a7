// SPDX-License-Identifier: Apache-2.0
/** The routes of session. */
import type { LoginRequest, PageQuery } from '@svc/contract';
import { enterDemo } from '../../../../lifecycle/demo/index.ts';
import { firstOrganization } from '../../../../organization/own-account/index.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  refreshSession,
  signIn,
  signOut,
} from '../../../../people/sessions/index.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { MOMENT_MARK, pageOf } from '../../../../platform/pagination/index.ts';
import { clientOf } from '../client.ts';
import {
  clearSessionCookies,
  sessionCookies,
  setSessionCookies,
  setStartedCookies,
  setVisitCookie,
} from '../cookies.ts';
import { uuidParameter } from '../parameters.ts';
import type { AppHandlers } from '../register.ts';

export const SESSION_ROUTES = {
  /** POST /auth/login: sign in. */
  signIn: async (deps, request, reply) => {
    const { organizationName, ...credentials } = request.body as LoginRequest;
    const nowMs = deps.pool.clock.nowMs();
    const makeOrganization = firstOrganization(organizationName, { plan: deps.planDefault, nowMs });
    const attempt = { ...credentials, client: clientOf(request, deps), nowMs, makeOrganization };
    const { signedIn, tokens } = await signIn(deps, attempt);
    setStartedCookies(reply, tokens);
    return signedIn;
  },

  /** DELETE /me/sessions/{id}: end one of the person's sessions. */
  endSession: async (deps, request, { user, sessionId }, reply) => {
    const id = uuidParameter(request, 'id');
    const isEnded = await endSession(deps.pool, user.id, id, clientOf(request, deps));
    if (!isEnded) throw new ApiError('not_found', { message: 'You have no such session, or it has ended.' });
    if (id === sessionId) clearSessionCookies(reply);
    return await reply.code(204).send();
  },

  /** DELETE /me/sessions: end every session of the person but this one. */
  endOtherSessions: async (deps, request, { user, sessionId }, reply) => {
    await endOtherSessions(deps.pool, user.id, sessionId, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** POST /auth/logout: end the session. It succeeds without a session too. */
  signOut: async (deps, request, reply) => {
    const cookies = sessionCookies(request);
    const client = clientOf(request, deps);
    const secret = [cookies.access, cookies.refresh].filter((one) => one !== null).join('\0');
    if (secret !== '') {
      await deps.lookUps.find({ address: client.address, secret }, () => signOut(deps.pool, cookies, client));
    }
    clearSessionCookies(reply);
    return await reply.code(204).send();
  },

  /** POST /auth/demo: enter the demo, to look at it. */
  enterDemo: async (deps, request, reply) => {
    const { signedIn, token } = await enterDemo(
      deps.pool,
      deps.hasDemo,
      clientOf(request, deps),
      deps.pool.clock.nowMs(),
    );
    setVisitCookie(reply, token);
    return signedIn;
  },

  /** GET /me/sessions: where the person is signed in. */
  listSessions: async ({ pool }, request, { user, sessionId }) => {
    const page = pageOf(request.query as PageQuery, MOMENT_MARK);
    return await listSessions(pool, { accountId: user.id, currentId: sessionId }, page);
  },

  /** GET /auth/session: whether the browser has a session's cookies, so that a visitor's first look is no error. */
  readSession: async ({ hasDemo, hasMail, isSignUpOpen }, request) => {
    const { access, refresh } = sessionCookies(request);
    const present = access !== null || refresh !== null;
    return { present, demo: hasDemo, signUp: (await isSignUpOpen()) === true, mail: hasMail };
  },

  /** POST /auth/refresh: the next two cookies for the refresh cookie. */
  refreshSession: async (deps, request, reply) => {
    const { refresh } = sessionCookies(request);
    const client = clientOf(request, deps);
    const tokens =
      refresh === null
        ? null
        : await deps.lookUps.find({ address: client.address, secret: refresh }, () =>
            refreshSession(deps.pool, refresh, client),
          );
    if (tokens === null) {
      clearSessionCookies(reply);
      throw new ApiError('unauthorized', { message: 'The session has ended; sign in again.' });
    }
    setSessionCookies(reply, tokens);
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;
