// SPDX-License-Identifier: Apache-2.0
/** The routes of account. */
import {
  type AccountDeletion,
  type EmailChange,
  type EmailVerification,
  EXPORTS_PER_PERSON_AND_HOUR,
  type PageQuery,
  type PasswordChange,
  type PasswordForgotten,
  type PasswordReset,
  type Reauthentication,
  type SignupRequest,
} from '@svc/contract';
import { deleteAccount, openAccountExport } from '../../../../lifecycle/data-rights/index.ts';
import {
  changePassword,
  forgetPassword,
  requestEmailChange,
  requestVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '../../../../organization/own-account/index.ts';
import { listActivity } from '../../../../people/activity/index.ts';
import { reauthenticate } from '../../../../people/sessions/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { bySecret } from '../by-secret.ts';
import { clientOf } from '../client.ts';
import { clearSessionCookies, setStartedCookies } from '../cookies.ts';
import { type AppHandlers, personIfAny } from '../register.ts';
import { sendFile } from '../sent-file.ts';

export const ACCOUNT_ROUTES = {
  /** POST /me/email: ask for another address. */
  changeEmail: async (deps, request, person, reply) => {
    await requestEmailChange(deps, person.user, request.body as EmailChange, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** POST /me/password: change the password, and end other sessions. */
  changePassword: async (deps, request, person, reply) => {
    await changePassword(deps, person, request.body as PasswordChange, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** DELETE /me: delete the account, and the organizations in which the person is the only member. */
  deleteAccount: async (deps, request, person, reply) => {
    await deleteAccount(deps, person, request.body as AccountDeletion, clientOf(request, deps));
    clearSessionCookies(reply);
    return await reply.code(204).send();
  },

  /** GET /me/export: what the service holds about the person, as a file. */
  exportAccount: async (deps, request, person, reply) => {
    await hitSharedWindow(deps.pool, RULE, person.user.id);
    return await sendFile(deps, person, reply, FILE, () =>
      openAccountExport(deps.pool, person, clientOf(request, deps)),
    );
  },

  /** POST /auth/password/forgot: ask for a link by mail. */
  forgetPassword: async (deps, request, reply) => {
    const { email } = request.body as PasswordForgotten;
    await forgetPassword(deps, email, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** GET /me/activity: the history of the person's account. */
  listActivity: async ({ pool }, request, { user }) => {
    return await listActivity(pool, user.id, pageOf(request.query as PageQuery, UUID_MARK));
  },

  /** POST /auth/reauthenticate: confirm that the person is still there. */
  reauthenticate: async (deps, request, person, reply) => {
    await reauthenticate(deps, person, request.body as Reauthentication, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** POST /me/email/verification: ask for another link by mail. */
  requestVerification: async (deps, _request, person, reply) => {
    await requestVerification(deps, person.user);
    return await reply.code(204).send();
  },

  /** POST /auth/password/reset: set a password by the link of a mail. */
  resetPassword: async (deps, request, reply) => {
    await resetPassword(deps, request.body as PasswordReset, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** POST /auth/signup: make an account and an organization, and sign in. */
  signUp: async (deps, request, reply) => {
    const { signedIn, tokens } = await signUp(
      deps,
      request.body as SignupRequest,
      clientOf(request, deps),
      deps.pool.clock.nowMs(),
    );
    setStartedCookies(reply, tokens);
    return await reply.code(201).send(signedIn);
  },

  /** POST /auth/email/verify: use the link of a mail. */
  verifyEmail: async (deps, request, reply) => {
    const verification = request.body as EmailVerification;
    const by = { person: await personIfAny(deps, request), client: clientOf(request, deps) };
    const presented = { address: by.client.address, secret: verification.token };
    await bySecret(deps, presented, () => verifyEmail(deps, verification, by));
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;

const RULE = { name: 'account-export', hitsMax: EXPORTS_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
const FILE = { name: 'svc-account', ending: 'json', type: 'application/json; charset=utf-8' };
