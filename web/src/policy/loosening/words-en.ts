// SPDX-License-Identifier: Apache-2.0
export const words = {
  comparing: (seconds: number) =>
    seconds < 3 ? 'Comparing with what holds now…' : `Comparing with what holds now… ${seconds} s`,
  none: 'It does not loosen anything.',
  lead: 'From the next decision on, this gets looser:',
  watched: 'The organization is in monitor mode: these are the decisions that it only records.',
  unknown: {
    what: 'The service could not find out what this loosens.',
    remedy: 'It may allow what is blocked or asked now.',
  },
  title: 'This loosens your policies',
  unknownTitle: 'It is not known what this loosens',
  note: 'Why (optional)',
  noteHint: 'It stands with the version. The audit entry holds a commitment to it.',
  goOn: 'Save, looser',
  goOnAnyway: 'Save anyway',
  back: 'Keep editing',
  kinds: { looser: 'Looser', stricter: 'Stricter', approvers: 'Other approvers' },
  becomes: 'becomes',
  isKept: 'not passed on',
  people: (count: number) => `${count} people`,
  notAsker: 'not the one who asked',
  signed: 'signed by passkey',
  valid: (minutes: number) => `for ${minutes} minutes`,
  grants: 'may grant the same for a time',
  by: (before: string | null, after: string | null): string =>
    `Decided by ${before === null ? 'the risk score' : `“${before}”`} now, then by ${
      after === null ? 'the risk score' : `“${after}”`
    }.`,
  more: (count: number) => `and ${count} more`,
  wider: 'Told broadly: in a part of it something as strict decides before and after.',
};
