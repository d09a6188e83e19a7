// SPDX-License-Identifier: Apache-2.0
/** Evaluations over stored events: started, and waited for. */
import type { ImpactJob } from '@svc/contract';
import { expect, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import type { Browser } from '../service/sessions.ts';

/** @returns the evaluation once it is no longer under way */
export async function untilEnded(browser: Browser, id: string): Promise<ImpactJob> {
  return await vi.waitFor(async () => {
    const { status, body } = await browser.call<ImpactJob>(`/policies/impact/${id}`);
    expect([status, body.state]).toEqual([200, expect.not.stringMatching('RUNNING')]);
    return body;
  }, PATIENTLY);
}
