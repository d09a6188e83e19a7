// SPDX-License-Identifier: Apache-2.0
/** Attempts at a secret: passwords, codes, tokens. Failures alone count, exactly over all processes. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { limitedAddress } from '../../platform/addresses/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { busyFor, createSharedWork, SHARED_PLACES } from '../../platform/shares/index.ts';
import {
  type AttemptPlace,
  type AttemptWindow,
  attemptWindow,
  leavePlace,
  takeAnyPlace,
  takePlace,
} from './attempt-window.ts';

/** The limits of one kind of attempt. Kinds with the same name are counted together. */
export interface AttemptLimits {
  name: string;
  windowSeconds: number;
  /** Failures in the window; beyond it 429 for this account from this address. */
  failuresPerAccountAndAddress: number;
  /** Failures in the window; beyond it 429 for this address. */
  failuresPerAddress: number;
  /** Failures in an hour from all addresses; beyond it each answer for the account is delayed, and none refused. */
  failuresPerAccountAndHour: number;
  /** Failures in an hour of all accounts; beyond it each answer is delayed, and none refused. */
  failuresPerHour: number;
  delaySeconds: number;
}

interface Attempter {
  /** The account as it was named, known or unknown, in its normal form. */
  account: string;
  /** The client's address; IPv6 counts by its /64. */
  address: string;
}

export interface Attempts {
  /**
   * Runs an attempt that is within its limits. It answers null when it failed; an error counts as no attempt.
   * A success takes no earlier failure away. Known and unknown accounts are treated alike, in time too.
   * @throws ApiError 429 with the seconds to wait, 503 while too many attempts are being judged, or the attempt's error
   */
  run<Result>(
    limits: AttemptLimits,
    attempter: Attempter,
    attempt: () => Promise<Result | null>,
  ): Promise<Result | null>;
}

const HOUR_SECONDS = 3_600;
/** An attempt that meets a crowd of unjudged ones asks again, this often and this many times at most. */
const ASK_AGAIN_MS = 100;
const ASKED_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/** @param pause waits for so many milliseconds */
export function createAttempts(pool: pg.Pool, pause: (ms: number) => Promise<unknown> = wait): Attempts {
  // An address with fewer attempts under way never waits for another.
  const work = createSharedWork(SHARED_PLACES.attempts, busyFor(RETRY_AFTER_SECONDS));

  async function placeIn(window: AttemptWindow): Promise<AttemptPlace> {
    for (let asked = 0; asked < ASKED_MAX; asked += 1) {
      const answer = await takePlace(pool, window);
      if (answer.kind === 'taken') return answer.place;
      if (answer.kind === 'full') throw new ApiError('rate_limited', { retryAfterSeconds: answer.waitSeconds });
      await pause(ASK_AGAIN_MS);
    }
    throw new ApiError('unavailable', { message: 'Too many attempts are under way right now; try again.' });
  }

  /** @param delay is called when the answer is to be delayed, whatever it is */
  async function judge<Result>(
    { ofAddress, ofPair, ofAccount, ofAll }: Windows,
    attempt: () => Promise<Result | null>,
    delay: () => void,
  ): Promise<Result | null> {
    const places: AttemptPlace[] = [];
    let hasFailed = false;
    try {
      places.push(await placeIn(ofAddress));
      places.push(await placeIn(ofPair));
      for (const window of [ofAccount, ofAll]) {
        const { place, isBeyond } = await takeAnyPlace(pool, window);
        places.push(place);
        if (isBeyond) delay();
      }
      const result = await attempt();
      hasFailed = result === null;
      return result;
    } finally {
      // One after the other: windows that two attempts share are never locked in two orders.
      for (const place of places) await leavePlace(pool, place, hasFailed);
    }
  }

  return {
    async run(limits, attempter, attempt) {
      const windows = windowsOf(limits, attempter);
      let isDelayed = false;
      const delay = () => {
        isDelayed = true;
      };
      try {
        return await work.run(limitedAddress(attempter.address), () => judge(windows, attempt, delay));
      } finally {
        if (isDelayed) await pause(limits.delaySeconds * 1_000);
      }
    },
  };
}

type Windows = Record<'ofAddress' | 'ofPair' | 'ofAccount' | 'ofAll', AttemptWindow>;

function windowsOf(limits: AttemptLimits, { account, address }: Attempter): Windows {
  const { name, windowSeconds } = limits;
  const from = limitedAddress(address);
  return {
    ofAddress: attemptWindow([name, 'address', from], limits.failuresPerAddress, windowSeconds),
    ofPair: attemptWindow([name, 'pair', from, account], limits.failuresPerAccountAndAddress, windowSeconds),
    ofAccount: attemptWindow([name, 'account', account], limits.failuresPerAccountAndHour, HOUR_SECONDS),
    ofAll: attemptWindow([name, 'all'], limits.failuresPerHour, HOUR_SECONDS),
  };
}
