/** Signs a person in. The steps, in order: check the rates, load the account, check the password, start a session. */
import {
  SESSION_ACCESS_MINUTES,
  SESSION_REFRESH_DAYS,
  SIGN_IN_WINDOW_MINUTES,
  SIGN_INS_PER_ACCOUNT_AND_ADDRESS,
  SIGN_INS_PER_ADDRESS,
  type SignedIn,
} from '@svc/contract';
import type pg from 'pg';
import {
  emailKeyOf,
  membershipsOf,
  type PasswordCheck,
  type SignInAccount,
  selectSignInAccount,
} from '../accounts/index.ts';
import { inTransaction, uuidv7 } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';
import { hitSharedWindow, type RateRule } from '../rates/index.ts';
import { insertSession } from './session-rows.ts';
import { accessText, newSecret, refreshText, type SessionTokens } from './tokens.ts';

export interface SignInDeps {
  pool: pg.Pool;
  passwords: PasswordCheck;
}

export interface SignInAttempt {
  email: string;
  password: string;
  /** Address of the client. */
  address: string;
  nowMs: number;
}

/**
 * @throws ApiError 429 beyond a rate; 401 for a wrong e-mail address or password, without revealing which, even by its
 * duration; 403 for a person without an organization
 */
export async function signIn(
  deps: SignInDeps,
  attempt: SignInAttempt,
): Promise<{ signedIn: SignedIn; tokens: SessionTokens }> {
  const emailKey = emailKeyOf(attempt.email);
  await checkRates(deps.pool, emailKey, attempt.address);
  const account = await inTransaction(deps.pool, [], (transaction) => selectSignInAccount(transaction, emailKey));
  const isRight = await deps.passwords.verify(account?.passwordHash ?? null, attempt.password);
  if (account === null || !isRight) throw new ApiError('invalid_credentials');
  return await startSession(deps.pool, account, attempt.nowMs);
}

const WINDOW_SECONDS = SIGN_IN_WINDOW_MINUTES * 60;
const ADDRESS_RATE: RateRule = {
  name: 'sign-in address',
  hitsMax: SIGN_INS_PER_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
};
const PAIR_RATE: RateRule = {
  name: 'sign-in account and address',
  hitsMax: SIGN_INS_PER_ACCOUNT_AND_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
};

/** Every attempt counts, including successful ones and those for unknown e-mail addresses. */
async function checkRates(pool: pg.Pool, emailKey: string, address: string): Promise<void> {
  await hitSharedWindow(pool, ADDRESS_RATE, address);
  await hitSharedWindow(pool, PAIR_RATE, `${address}\0${emailKey}`);
}

/** In the organization of the earliest membership. */
async function startSession(
  pool: pg.Pool,
  account: SignInAccount,
  nowMs: number,
): Promise<{ signedIn: SignedIn; tokens: SessionTokens }> {
  const [organization] = await membershipsOf(pool, account.id);
  if (organization === undefined) {
    throw new ApiError('forbidden', { message: 'You are not a member of any organization; ask for an invitation.' });
  }
  const id = uuidv7(nowMs);
  const family = newSecret();
  const secrets = { access: newSecret(), refresh: newSecret() };
  await inTransaction(pool, [], (transaction) =>
    insertSession(transaction, {
      id,
      accountId: account.id,
      organizationId: organization.id,
      atMs: nowMs,
      family,
      secrets,
    }),
  );
  const { email, name } = account;
  return {
    signedIn: { user: { id: account.id, email, name }, organization },
    tokens: {
      access: accessText({ sessionId: id, secret: secrets.access }),
      accessSeconds: SESSION_ACCESS_MINUTES * 60,
      refresh: refreshText({ sessionId: id, family, secret: secrets.refresh }),
      refreshSeconds: SESSION_REFRESH_DAYS * 86_400,
    },
  };
}
