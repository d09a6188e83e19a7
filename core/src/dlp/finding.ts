// SPDX-License-Identifier: Apache-2.0

import { DLP_TYPES, type DlpType } from '@svc/contract';

export interface Finding {
  type: DlpType;
  start: number;
  end: number;
}

/** A text may repeat one address a hundred thousand times. No reader needs more positions of one type than this. */
export const FINDINGS_PER_TYPE_MAX = 1_000;

/** Collects findings and tells detectors when they may stop. Positions refer to the normalised text. */
export class Sink {
  readonly #limit: number;
  readonly #byType = new Map<DlpType, Finding[]>();

  /** @param limit number of findings of one type after which its detector stops */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(type: DlpType, start: number, end: number): void {
    const list = this.#byType.get(type);
    if (list === undefined) this.#byType.set(type, [{ type, start, end }]);
    else if (list.length < this.#limit) list.push({ type, start, end });
  }

  isFull(type: DlpType): boolean {
    // Most texts hold no finding, and each detector asks.
    return this.#byType.size > 0 && (this.#byType.get(type)?.length ?? 0) >= this.#limit;
  }

  has(type: DlpType): boolean {
    return this.#byType.has(type);
  }

  of(type: DlpType): readonly Finding[] {
    return this.#byType.get(type) ?? [];
  }

  first(type: DlpType): Finding | undefined {
    return this.#byType.size === 0 ? undefined : this.#byType.get(type)?.[0];
  }

  types(): DlpType[] {
    return DLP_TYPES.filter((type) => this.#byType.has(type));
  }
}
