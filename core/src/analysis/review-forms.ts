// SPDX-License-Identifier: Apache-2.0
/** The forms of reviews that one analysis has met, each with a number: a function has numbers as values. */
import type { Approvals } from '../approvals/index.ts';
import type { Approver } from '../approvers/index.ts';

export interface ReviewForm {
  /** In one order, each once. */
  readonly approvers: readonly Approver[];
  /** False where it is not passed on to others. */
  readonly escalates: boolean;
  readonly approvals: Approvals;
}

export class ReviewForms {
  readonly #forms: ReviewForm[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(form: ReviewForm): number {
    const { approvers, escalates, approvals } = form;
    const { count, notAsker, signed = false, validMinutes, grants } = approvals;
    const key = JSON.stringify([approvers, escalates, count, notAsker, signed, validMinutes, grants]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#forms.push(form) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  at(number: number): ReviewForm {
    const form = this.#forms[number];
    if (form === undefined) throw new Error(`no review of this analysis has the number ${number}`);
    return form;
  }
}
