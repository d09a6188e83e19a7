// SPDX-License-Identifier: Apache-2.0
/** Policies in English. */
import type {
  ActionFamily,
  Classification,
  DecisionWord,
  DestinationSide,
  DlpType,
  EventAction,
  LgpdCategory,
  Role,
} from '@svc/contract/enums';

export interface ConditionWords {
  /** The first names, and how many more there are. */
  agents(names: readonly string[], more: number): string;
  action(word: ActionFamily | EventAction): string;
  destination: Readonly<Record<DestinationSide, string>>;
  contains(text: string): string;
  atLeast(count: number): string;
  atMost(count: number): string;
  between(least: number, most: number): string;
  sensitive(isFound: boolean): string;
  types(types: readonly DlpType[]): string;
  categories(categories: readonly LgpdCategory[]): string;
  risk(score: number): string;
  hours(isOutside: boolean): string;
}

export interface Words {
  when: string;
  andWith: string;
  and: string;
  or: string;
  either: string;
  /** A group of which any must hold, and there is none. */
  never: string;
  /** A condition that asks for nothing. */
  always: string;
  more(count: number): string;
  verbs: Readonly<Record<ActionFamily, string>>;
  objects: Readonly<Record<Classification | 'ANY', string>>;
  roles: Readonly<Record<Role, string>>;
  ofGroup(name: string): string;
  listOr(words: readonly string[]): string;
  /** So many people of these roles. */
  people(count: number, roles: string): string;
  outcomes: Readonly<Record<DecisionWord, (roles: string) => string>>;
  /** After a REVIEW that is not passed on to others. */
  kept: string;
  /** How many have approved, and who may give the rest. */
  given(given: number, needed: number, rest: string): string;
  /** After a REVIEW in which the person who asked does not count. */
  notAsker: string;
  /** After a REVIEW in which each approval is signed. */
  signed: string;
  /** After a REVIEW whose approval holds for so long. */
  valid(minutes: number): string;
  /** After a REVIEW whose approver may let the same act through for a time. */
  grants: string;
  watched: Readonly<Record<DecisionWord, (roles: string) => string>>;
  conditions: ConditionWords;
  dlpTypes: Readonly<Record<DlpType, string>>;
  lgpdCategories: Readonly<Record<LgpdCategory, string>>;
}

const number = new Intl.NumberFormat('en');
const or = new Intl.ListFormat('en', { type: 'disjunction' });
const records = (count: number) => `${number.format(count)} ${count === 1 ? 'record' : 'records'}`;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];
const are = (count: number) => (count === 1 ? 'there is' : 'there are');

export const ENGLISH_TYPES: Readonly<Record<DlpType, string>> = {
  CPF: 'a CPF',
  CNPJ: 'a CNPJ',
  RG: 'an RG',
  CNH: 'a CNH',
  PIX_KEY: 'a Pix key',
  PHONE_BR: 'a phone number',
  CEP: 'a postcode',
  CREDIT_CARD: 'a credit card number',
  EMAIL: 'an e-mail address',
  HEALTH_DATA: 'health data',
  API_KEY: 'an API key',
  PRIVATE_KEY: 'a private key',
};
const CATEGORIES: Readonly<Record<LgpdCategory, string>> = {
  IDENTIFICATION: 'identification',
  CONTACT: 'contact',
  LOCATION: 'location',
  FINANCIAL: 'financial',
  HEALTH: 'health',
  COMPANY: 'company',
  CREDENTIALS: 'credentials',
};
const ACTIONS: Readonly<Record<ActionFamily | EventAction, string>> = {
  ANY: 'it is any action',
  READ: 'it is a read',
  WRITE: 'it is a write',
  DELETE: 'it is a deletion',
  EXPORT: 'it is an export or an e-mail',
  READ_DATA: 'it is a read',
  WRITE_DATA: 'it is a write',
  DELETE_DATA: 'it is a deletion',
  EXPORT_DATA: 'it is an export',
  SEND_EMAIL: 'it is an e-mail',
};

export const english: Words = {
  when: 'When an agent ',
  andWith: ' and ',
  and: ' and ',
  or: ' or ',
  either: 'either ',
  never: 'one of no conditions holds',
  always: 'whatever else',
  more: (count) => (count === 1 ? '1 more condition' : `${number.format(count)} more conditions`),
  verbs: {
    ANY: 'does anything with',
    READ: 'reads',
    WRITE: 'writes',
    DELETE: 'deletes',
    EXPORT: 'exports or e-mails',
  },
  objects: {
    ANY: 'any data',
    PUBLIC: 'public data',
    INTERNAL: 'internal data',
    SENSITIVE: 'data of the class Sensitive',
    CUSTOMER_PII: 'customer data',
    FINANCIAL: 'financial data',
    EMPLOYEE: 'employee data',
  },
  roles: { OWNER: 'owner', ADMIN: 'admin', MEMBER: 'member' },
  dlpTypes: ENGLISH_TYPES,
  lgpdCategories: CATEGORIES,
  ofGroup: (name) => `person of the group ${name}`,
  listOr: (words) => or.format(words),
  people: (count, roles) =>
    `${count === 1 ? '' : `${NUMBERS[count]} of `}${/^[aeiou]/.test(roles) ? 'an' : 'a'} ${roles}`,
  outcomes: { ALLOW: () => 'allow it', REVIEW: (roles) => `ask ${roles}`, BLOCK: () => 'block it' },
  kept: ', and the review is not passed on',
  given: (given, needed, rest) => `${given} of ${needed}, still needed: ${rest}`,
  notAsker: ', not the one who asked',
  signed: ', signed by passkey',
  valid: (minutes) => `, for ${number.format(minutes)} minutes`,
  grants: ', who may let the same through for a time',
  watched: {
    ALLOW: () => 'only note that it would be allowed',
    REVIEW: (roles) => `only note that ${roles} would be asked`,
    BLOCK: () => 'only note that it would be blocked',
  },
  conditions: {
    agents: (names, more) => {
      if (names.length === 0) return 'the agent is one of none';
      const all = more > 0 ? [...names, `${number.format(more)} others`] : names;
      return `the agent is ${or.format(all)}`;
    },
    action: (word) => ACTIONS[word],
    destination: { EXTERNAL: 'it goes outside', INTERNAL: 'it stays inside' },
    contains: (text) => `its destination contains “${text}”`,
    atLeast: (count) => `${are(count)} ${records(count)} or more`,
    atMost: (count) => `${are(count)} ${records(count)} at most`,
    between: (least, most) => `there are ${number.format(least)} to ${records(most)}`,
    sensitive: (isFound) => (isFound ? 'sensitive data is found in the content' : 'no sensitive data is found'),
    types: (types) =>
      types.length === 0
        ? 'one of no types of data is found'
        : `${or.format(types.map((type) => ENGLISH_TYPES[type]))} is found`,
    categories: (categories) =>
      categories.length === 0
        ? 'data of no LGPD category is found'
        : `data of the LGPD category ${or.format(categories.map((word) => CATEGORIES[word]))} is found`,
    risk: (score) => `the risk score is ${score} or more`,
    hours: (isOutside) => (isOutside ? 'it is outside business hours' : 'it is in business hours'),
  },
};
