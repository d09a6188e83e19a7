// SPDX-License-Identifier: Apache-2.0
/** An authenticator app, written from RFC 6238 and not with the service's own library. */
import { createHmac } from 'node:crypto';
import type { MfaSetup, RecoveryCodes } from '@svc/contract';
import { expect } from 'vitest';
import { clockOfDevices } from '../clock/index.ts';
import type { Browser } from '../service/sessions.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** @param steps of 30 seconds from now */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(clockOfDevices().nowMs() / STEP_MS) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Moves to a moment with some seconds left in its step, so that a test stays within one. */
export function startOfStep(): void {
  const clock = clockOfDevices();
  const leftMs = STEP_MS - (clock.nowMs() % STEP_MS);
  if (leftMs < 8_000) clock.move(leftMs);
}

/** Sets an authenticator app up, by the code of the step before. @returns its secret and the recovery codes */
export async function setUpCodes(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { status, body } = await browser.call<MfaSetup>('/me/mfa/setup', { method: 'POST' });
  expect(status).toBe(200);
  const enable = () => browser.call<RecoveryCodes>('/me/mfa/enable', { body: { code: codeOf(body.secret, -1) } });
  let enabled = await enable();
  // A step may end between the code and its check: the code is of two steps before then, which is too early.
  if (enabled.status === 400) enabled = await enable();
  expect(enabled.status).toBe(200);
  return { secret: body.secret, recoveryCodes: enabled.body.recoveryCodes };
}
