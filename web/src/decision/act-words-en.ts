// SPDX-License-Identifier: Apache-2.0
import type { ContextField, OutcomeSource } from '@svc/contract';
import type { ActMark } from './act.ts';

/** `at 13:02` on the same day, `, Nov 24, 13:02` on another. */
const at = (when: string) => (/^\d\d:\d\d$/.test(when) ? ` at ${when}` : `, ${when}`);

export const words = {
  marks: {
    open: 'Open',
    redeemed: 'Redeemed',
    missing: 'No outcome',
    done: 'Done',
    failed: 'Failed',
    unknown: 'Unknown',
    late: 'Ran late',
    lapsed: 'Lapsed',
    exceeded: 'Did more',
  } satisfies Record<ActMark, string>,
  open: (until: string) => `Open until ${until}`,
  left: (left: string) => `${left} left`,
  lapsed: 'Lapsed unused',
  /** An ALLOW that waited for no person: it may have been run without being redeemed. */
  notRedeemed: (until: string) => `Not redeemed by ${until}`,
  redeemed: (when: string) => `Redeemed${at(when)}`,
  awaited: 'outcome not reported yet',
  missing: 'Redeemed, outcome missing',
  done: (when: string) => `Done${at(when)}`,
  doneOnce: (when: string) => `Done once${at(when)}`,
  failed: (when: string) => `Failed${at(when)}`,
  unknown: 'It may have been done; do not run it again',
  late: (isApproved: boolean): string =>
    isApproved ? 'Ran after its approval had lapsed' : 'Ran after its time to run had passed',
  notFirst: 'not redeemed first',
  records: (did: string, stated: string | null) => (stated === null ? `${did} records` : `${did} of ${stated} records`),
  exceeds: (did: string, stated: string | null) => `Did ${did}, stated ${stated ?? 'none'}`,
  sources: { REPORTED: 'Reported by the agent', GATEWAY: 'Seen by the gateway' } satisfies Record<
    OutcomeSource,
    string
  >,
  amended: (when: string) => `known since ${when}`,
  code: 'code',
  says: 'The agent says',
  fields: {
    purpose: 'Purpose',
    destinationName: 'Goes to',
    session: 'Session',
    link: 'Link',
  } satisfies Record<ContextField, string>,
  newTab: 'opens in a new tab',
  allOfSession: (session: string) => `All events of the session ${session}`,
  erased: 'What the agent said was erased.',
  erasedPart: 'A part of it was erased.',
  erase: {
    action: 'Erase…',
    title: 'Erase what the agent said?',
    text: 'What you choose is gone for good. The audit keeps that it was there and who erased it.',
    which: 'What to erase',
    confirm: 'Erase it for good',
    done: 'It is erased. The chain verifies as before.',
  },
  nothingSent: 'No content was sent, so nothing was scanned.',
  scanUnknown: 'Nothing was found. Whether content was sent is not known of events this old.',
  digest: 'Digest of the act',
};
