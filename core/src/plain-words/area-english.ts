// SPDX-License-Identifier: Apache-2.0
/** Areas of events in English. */
import type { AreaWords } from './area-words.ts';
import { ENGLISH_TYPES, english as policies } from './english.ts';

const number = new Intl.NumberFormat('en');
const records = (count: number) => `${number.format(count)} ${count === 1 ? 'record' : 'records'}`;

export const english: AreaWords = {
  anyAgent: 'Any agent',
  anyAgentBut: (names) => `Any agent but ${names}`,
  anyAction: policies.verbs.ANY,
  verbs: {
    READ_DATA: 'reads',
    WRITE_DATA: 'writes',
    DELETE_DATA: 'deletes',
    EXPORT_DATA: 'exports',
    SEND_EMAIL: 'e-mails',
  },
  anyData: policies.objects.ANY,
  objects: policies.objects,
  justOf: (names) => `only ${names}`,
  allBut: (names) => `but not ${names}`,
  destinations: {
    INTERNAL: 'to an internal destination',
    EXTERNAL_EMAIL: 'to an external e-mail address',
    EXTERNAL_API: 'to an external API',
  },
  outside: 'to an external destination',
  noDestination: 'without a stated destination',
  records: (from, to) => {
    if (to === null) return `${records(from)} or more`;
    return from === to ? records(to) : `${number.format(from)} to ${records(to)}`;
  },
  recordsNotStated: 'without a stated number of records',
  orNotStated: (stated) => `${stated} or none stated`,
  types: ENGLISH_TYPES,
  found: (types) => `with ${types} in the content`,
  notFound: (types) => `without ${types} in the content`,
  hours: ['in business hours', 'outside business hours'],
  anomaly: ['without an open anomaly', 'with an open anomaly'],
  risk: (from, to) => (from === to ? `at risk score ${from}` : `at risk score ${from} to ${to}`),
  others: (count) => `${number.format(count)} ${count === 1 ? 'other' : 'others'}`,
  listOr: policies.listOr,
};
