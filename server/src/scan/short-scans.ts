/**
 * Scans the short content of all requests of one turn of the event loop, one after another. Between the other steps of
 * a request the scan's code and tables would leave the nearest caches, and a scan would take twice as long.
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
