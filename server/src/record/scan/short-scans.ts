// SPDX-License-Identifier: Apache-2.0
/**
 * Scans the short content of all requests of one turn of the event loop, one after another. Between the other steps of
 * a request the scan's code and tables would leave the nearest caches, and a scan would take twice as long.
 *
 * Content that is made to take long takes fifty times as long as other content. So each organization has a share of the
 * event loop, and what is not small is scanned elsewhere once the share is spent.
 */
import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

/** An organization has a tenth of each window. */
const WINDOW_MS = 100;
const SPENT_MS_MAX = 10;
/** The worst content of this length takes less time than handing it over would. */
const ALWAYS_HERE_CHARACTERS_MAX = 500;

type Scan = (organizationId: string, content: string) => Promise<readonly DlpType[]>;

interface WaitingScan {
  organizationId: string;
  content: string;
  resolve(types: readonly DlpType[] | Promise<readonly DlpType[]>): void;
  reject(error: unknown): void;
}

export class ShortScans {
  readonly #elsewhere: Scan;
  readonly #nowMs: () => number;
  #waiting: WaitingScan[] = [];
  #window = 0;
  /** Milliseconds in this window, by organization. */
  readonly #spent = new Map<string, number>();

  /** @param elsewhere scans beside the event loop @param nowMs replaced by tests */
  constructor(elsewhere: Scan, nowMs: () => number = () => performance.now()) {
    this.#elsewhere = elsewhere;
    this.#nowMs = nowMs;
  }

  /** Resolves in the same turn of the event loop, while the organization has a share of it. */
  scan(organizationId: string, content: string): Promise<readonly DlpType[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ organizationId, content, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#scanAll());
    });
  }

  #scanAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    let beganMs = this.#nowMs();
    for (const { organizationId, content, resolve, reject } of waiting) {
      try {
        if (content.length > ALWAYS_HERE_CHARACTERS_MAX && this.#isSpent(organizationId, beganMs)) {
          resolve(this.#elsewhere(organizationId, content));
          continue;
        }
        resolve(scanTypes(content));
      } catch (error) {
        reject(error);
      }
      const endedMs = this.#nowMs();
      this.#spent.set(organizationId, (this.#spent.get(organizationId) ?? 0) + endedMs - beganMs);
      beganMs = endedMs;
    }
  }

  #isSpent(organizationId: string, nowMs: number): boolean {
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) this.#spent.clear();
    this.#window = window;
    return (this.#spent.get(organizationId) ?? 0) >= SPENT_MS_MAX;
  }
}
