// SPDX-License-Identifier: Apache-2.0
/**
 * Makes an account with an organization, and signs it in. For an address with an account the answer looks the same and
 * costs the same. Its tokens open nothing, nothing is kept, and the owner of the address is told.
 */
import {
  fieldFault,
  type PlanName,
  SIGN_UPS_PER_ADDRESS_AND_HOUR,
  type SignupRequest,
  VERIFICATION_LINK_HOURS,
} from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import {
  accountIdsByEmail,
  emailKeyOf,
  insertAccounts,
  isWithoutAccounts,
  lockEmail,
  lockFirstAccount,
} from '../../people/accounts/index.ts';
import { type Client, languageOf, noteActivity } from '../../people/activity/index.ts';
import { makeLink, useFirstOwnerLink } from '../../people/links/index.ts';
import { checkNewPassword, type Passwords } from '../../people/passwords/index.ts';
import { addSession, draftSession, type Started } from '../../people/sessions/index.ts';
import { isMailAddress, limitedAddress, siteOf } from '../../platform/addresses/index.ts';
import type { SignUpMode } from '../../platform/config/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { mayMailStranger } from './mail-rate.ts';
import { checkName } from './names.ts';

export interface SignUpDeps {
  pool: pg.Pool;
  passwords: Passwords;
  vault: Vault;
  /** Who may make an account. */
  signup: SignUpMode;
  /** The plan of an organization that people make. */
  planDefault: PlanName;
}

const ADDRESS_RATE = {
  name: 'sign-up address',
  hitsMax: SIGN_UPS_PER_ADDRESS_AND_HOUR,
  windowSeconds: 3_600,
};

/**
 * @throws ApiError 400 for a bad field; 403 where sign-up is closed, or the link of the first owner is over; 429
 */
export async function signUp(
  deps: SignUpDeps,
  request: SignupRequest,
  client: Client,
  nowMs: number,
): Promise<Started> {
  const { pool } = deps;
  const { name, email, password, organizationName } = request;
  await hitSharedWindow(pool, ADDRESS_RATE, limitedAddress(client.address));
  if (!(await isSignUpOpen(pool, deps.signup)) && request.token === undefined) throw CLOSED;
  checkName('name', name);
  checkName('organizationName', organizationName);
  if (!isMailAddress(email)) throw invalid('email', fieldFault('NOT_AN_ADDRESS'));
  checkNewPassword('password', password, email);
  const mayMail = await mayMailStranger(pool, email);
  const draft = {
    accountId: uuidv7(nowMs),
    organizationId: uuidv7(nowMs),
    passwordHash: await deps.passwords.hash(password, client),
    session: draftSession(nowMs, client),
    mayMail,
  };
  await inTransaction(pool, [], (transaction) => make(deps, transaction, { request, client, nowMs, draft }));
  return {
    signedIn: {
      user: { id: draft.accountId, email, name },
      organization: { id: draft.organizationId, name: organizationName, role: 'OWNER' },
    },
    tokens: draft.session.tokens,
  };
}

const CLOSED = new ApiError('forbidden', {
  message: 'New accounts come by invitation only here: ask a member of your organization to invite you.',
});

/** True while anybody may make an account. */
export async function isSignUpOpen(pool: pg.Pool, mode: SignUpMode): Promise<boolean> {
  if (mode !== 'first') return mode === 'open';
  return await inTransaction(pool, [], isWithoutAccounts);
}

interface SignUp {
  request: SignupRequest;
  client: Client;
  nowMs: number;
  draft: {
    accountId: string;
    organizationId: string;
    passwordHash: string;
    session: ReturnType<typeof draftSession>;
    mayMail: boolean;
  };
}

async function make(deps: SignUpDeps, transaction: Transaction, { request, client, nowMs, draft }: SignUp) {
  await admit(deps, transaction, request.token);
  const { email, name, organizationName } = request;
  const { accountId: id, passwordHash, organizationId, mayMail } = draft;
  const madeFrom = makerOf(deps.vault, client.address);
  const account = { id, email, name, passwordHash, isVerified: false, language: languageOf(client), madeFrom };
  await lockEmail(transaction, email);
  await insertAccounts(transaction, [account], nowMs);
  const [ownerId = id] = (await accountIdsByEmail(transaction, [emailKeyOf(email)])).values();
  await transaction.query('SAVEPOINT made');
  const { planDefault: plan } = deps;
  await createOrganization(transaction, { id: organizationId, name: organizationName, ownerId, plan, nowMs });
  await addSession(transaction, draft.session, { accountId: ownerId, organizationId, client });
  await noteActivity(transaction, { accountId: ownerId, kind: 'account.created', atMs: nowMs, client });
  if (ownerId !== id) {
    // The address has an account: all of it was done for the sake of equal work.
    await transaction.query('ROLLBACK TO SAVEPOINT made');
    if (mayMail) {
      await enqueueMail(transaction, { kind: 'account.address_known', organizationId: null, subjectId: ownerId });
    }
    return;
  }
  if (!mayMail) return;
  const link = { accountId: id, purpose: 'verify_email', email, hours: VERIFICATION_LINK_HOURS, nowMs } as const;
  const linkId = await makeLink(transaction, deps.vault, link);
  await enqueueMail(transaction, { kind: 'account.verification', organizationId: null, subjectId: linkId });
}

/**
 * People of one address count as one holder of what all share. Only a keyed hash of the address is kept; null for this
 * machine.
 */
function makerOf(vault: Vault, address: string): string | null {
  const site = siteOf(address);
  return site === null ? null : vault.keyedHash('sign-up address', site).mac.toString('base64url');
}

/** Where only the first person may sign up, others wait for that one, and are refused. @throws ApiError 403 */
async function admit({ signup }: SignUpDeps, transaction: Transaction, token: string | undefined): Promise<void> {
  if (signup === 'open') return;
  await lockFirstAccount(transaction);
  const isFirst = await isWithoutAccounts(transaction);
  if (signup === 'first' && isFirst) return;
  if (token === undefined) throw CLOSED;
  if (isFirst && (await useFirstOwnerLink(transaction, token))) return;
  throw new ApiError('forbidden', {
    message: 'This link was used, or is over. Each start of the server prints a new one until there is an account.',
  });
}
