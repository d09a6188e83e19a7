// SPDX-License-Identifier: Apache-2.0
/** The text that the model reads instead of a result. */
import type { MaybeDegraded } from '../decisions/index.ts';
import type { Refusal } from '../errors.ts';
import type { Decision } from '../wire.ts';
import { alternativesText } from './alternatives.ts';

/** @param refusal says why an allowed call could not be redeemed */
export function refusalMessage(decision: MaybeDegraded<Decision>, refusal: Refusal | null = null): string {
  const { finalDecision, reasons, id } = decision;
  if (refusal !== null) {
    const why = [refusal.message, ...(refusal.reasons ?? [])].join(' ');
    return `Not run: svc event ${id} was allowed and cannot be run. ${why} ${STOP} Tell the user why it was not run.`;
  }
  const why = reasons.join(' ');
  const instead = alternativesText(decision);
  if (finalDecision === 'REVIEW') {
    return (
      `Not run: this call waits for a person's review (svc event ${id}). ${why} ` +
      `${STOP} Tell the user that it waits for approval.${instead}`
    );
  }
  return `Not run: svc decided ${finalDecision}. ${why} ${STOP} Tell the user why it was not run.${instead}`;
}

const STOP = 'Do not retry it and do not try another way to the same end.';
