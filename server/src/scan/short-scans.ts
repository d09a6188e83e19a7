/**
 * Scans the short content of all requests that a turn of the event loop has brought, one after another. Between the
 * other steps of a request the code and the tables of the scan have left the nearest caches, and a scan takes twice as
 * long.
 */
import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

interface WaitingScan {
  content: string;
  resolve(types: DlpType[]): void;
  reject(error: unknown): void;
}

export class ShortScans {
  #waiting: WaitingScan[] = [];

  /** Resolves in the same turn of the event loop. */
  scan(content: string): Promise<DlpType[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ content, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#scanAll());
    });
  }

  #scanAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { content, resolve, reject } of waiting) {
      try {
        resolve(scanTypes(content));
      } catch (error) {
        reject(error);
      }
    }
  }
}
