// SPDX-License-Identifier: Apache-2.0
/** People who sign up, and the mails that they get: sent by the real outbox to a mail server of the test. */
import type { SignedIn } from '@svc/contract';
import { expect } from 'vitest';
import { createMails, createSmtpTransport } from '../../../server/src/outgoing/mail/index.ts';
import { createVault } from '../../../server/src/platform/vault/index.ts';
import { createMetrics } from '../../../server/src/storage/metrics/index.ts';
import { smtpAddress, startMailServer } from '../mail/index.ts';
import { TEST_ENCRYPTION_KEY, type TestService } from '../service/index.ts';
import { type Browser, openBrowser } from '../service/sessions.ts';

export const NEW_PASSWORD = 'a password of nobody else';
const BASE_URL = 'https://svc.example';

/** A mail as its reader has it. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  raw: string;
  /** The token of its link; null without one. */
  token: string | null;
}

export interface Post {
  /** Sends what is due. @returns the mails since the last call, to this address alone when one is given */
  fetch(to?: string): Promise<Letter[]>;
  /** The token of the only link that came to the address. */
  token(to: string): Promise<string>;
  stop(): Promise<void>;
}

export async function openPost(service: TestService): Promise<Post> {
  const server = await startMailServer();
  const smtp = smtpAddress(server);
  const mails = createMails({
    pool: service.app.pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    transport: createSmtpTransport(smtp),
    baseUrl: () => BASE_URL,
    from: smtp.from,
    log: { warn: () => {}, error: () => {} },
    metrics: createMetrics(),
  });
  let seen = 0;
  const fetch = async (to?: string): Promise<Letter[]> => {
    await mails.sendDue(new AbortController().signal);
    const news = server.mails.slice(seen);
    seen = server.mails.length;
    return news
      .map(({ to: [address = ''], raw, read }) => ({
        to: address,
        subject: read.subject ?? '',
        text: read.text ?? '',
        raw,
        token: /#token=([\w-]{43})/.exec(read.text ?? '')?.[1] ?? null,
      }))
      .filter((letter) => to === undefined || letter.to === to);
  };
  return {
    fetch,
    async token(to) {
      const letters = (await fetch(to)).filter((letter) => letter.token !== null);
      expect(letters).toHaveLength(1);
      return String(letters[0]?.token);
    },
    stop: () => server.stop(),
  };
}

export interface SignedUp {
  browser: Browser;
  email: string;
  signedIn: SignedIn;
}

/** Signs a person up, with an organization of their own. */
export async function signUp(service: TestService, email: string, password = NEW_PASSWORD): Promise<SignedUp> {
  const browser = openBrowser(service.baseUrl);
  const body = { name: 'Ana Lima', email, password, organizationName: `Org of ${email}` };
  const answer = await browser.call<SignedIn>('/auth/signup', { body });
  expect(answer.status).toBe(201);
  return { browser, email, signedIn: answer.body };
}

const triesOf = new WeakMap<TestService, Map<string, number>>();

/** Tests that share a service may wish for the same address: each gets one of its own. */
function freshAddress(service: TestService, email: string): string {
  const tries = triesOf.get(service) ?? new Map<string, number>();
  triesOf.set(service, tries);
  const before = tries.get(email) ?? 0;
  tries.set(email, before + 1);
  return before === 0 ? email : email.replace('@', `.${before + 1}@`);
}

/** The same with a proven address, which the answer names. */
export async function signUpVerified(service: TestService, post: Post, wanted: string): Promise<SignedUp> {
  const email = freshAddress(service, wanted);
  const person = await signUp(service, email);
  const token = await post.token(email);
  expect((await person.browser.call('/auth/email/verify', { body: { token } })).status).toBe(204);
  return person;
}
