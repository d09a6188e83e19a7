/** Evaluations over stored events: started, and waited for. */
import type { ImpactJob } from '@svc/contract';
import { expect, vi } from 'vitest';
import type { Browser } from '../service/sessions.ts';

/** It only ends a test in which the evaluation hangs. */
const WITHIN_MS = 60_000;

/** @returns the evaluation once it is no longer under way */
export async function untilEnded(browser: Browser, id: string): Promise<ImpactJob> {
  return await vi.waitFor(
    async () => {
      const { status, body } = await browser.call<ImpactJob>(`/policies/impact/${id}`);
      expect([status, body.state]).toEqual([200, expect.not.stringMatching('RUNNING')]);
      return body;
    },
    { timeout: WITHIN_MS, interval: 20 },
  );
}
