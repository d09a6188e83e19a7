/** Evaluations over stored events: started, and waited for. */
import type { ImpactJob } from '@svc/contract';
import { expect } from 'vitest';
import type { Browser } from '../service/sessions.ts';

/** @returns the evaluation once it is no longer under way */
export async function untilEnded(browser: Browser, id: string): Promise<ImpactJob> {
  for (;;) {
    const { status, body } = await browser.call<ImpactJob>(`/policies/impact/${id}`);
    expect(status).toBe(200);
    if (body.state !== 'RUNNING') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
