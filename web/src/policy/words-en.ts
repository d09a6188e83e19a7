// SPDX-License-Identifier: Apache-2.0
/** The words of a policy in the form, and of what is wrong with it, in English. */
import type {
  ActionFamily,
  Classification,
  DecisionWord,
  DestinationSide,
  DlpType,
  EventAction,
  LgpdCategory,
  Role,
} from '@svc/contract';
import type { ConditionField } from './draft/draft.ts';

const conditions = (count: string) => (count === '1' ? '1 condition' : `${count} conditions`);

export const words = {
  name: 'Name',
  description: 'Description (optional)',
  when: 'When an agent does',
  on: 'on',
  actionLabel: 'Action',
  resourceLabel: 'Resource class',
  and: 'And',
  noCondition: 'Without a condition it matches every such action.',
  decides: 'Then',
  families: {
    ANY: 'Anything',
    READ: 'Read',
    WRITE: 'Write',
    DELETE: 'Delete',
    EXPORT: 'Export, including e-mail',
  } satisfies Record<ActionFamily, string>,
  actions: {
    ANY: 'Anything',
    READ: 'Read',
    WRITE: 'Write',
    DELETE: 'Delete',
    EXPORT: 'Export, including e-mail',
    EXPORT_DATA: 'Export only',
    SEND_EMAIL: 'E-mail only',
    READ_DATA: 'Read data',
    WRITE_DATA: 'Write data',
    DELETE_DATA: 'Delete data',
  } satisfies Record<ActionFamily | EventAction, string>,
  resources: {
    ANY: 'Any resource',
    PUBLIC: 'Public',
    INTERNAL: 'Internal',
    SENSITIVE: 'Sensitive',
    CUSTOMER_PII: 'Customer data',
    FINANCIAL: 'Financial',
    EMPLOYEE: 'Employee data',
  } satisfies Record<Classification | 'ANY', string>,
  fields: {
    action: 'Action',
    destination: 'Destination',
    destinationContains: 'Destination’s word',
    containsSensitiveData: 'Sensitive data',
    minRecords: 'Records',
    maxRecords: 'Records',
    minRiskScore: 'Risk score',
    outsideBusinessHours: 'Time',
    agentIds: 'Agent',
    dlpTypes: 'Data found',
    lgpdCategories: 'LGPD category',
  } satisfies Record<ConditionField, string>,
  field: 'What is looked at',
  is: 'is',
  atLeast: 'at least',
  atMost: 'at most',
  bound: 'At least or at most',
  contains: 'contains',
  anyOf: 'any of',
  isOneOf: 'is one of',
  sides: { EXTERNAL: 'External', INTERNAL: 'Internal' } satisfies Record<DestinationSide, string>,
  yesOrNo: {
    containsSensitiveData: { true: 'found in the content', false: 'not found' },
    outsideBusinessHours: { true: 'outside business hours', false: 'in business hours' },
  },
  types: {
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    RG: 'RG',
    CNH: 'CNH',
    PIX_KEY: 'Pix key',
    PHONE_BR: 'Phone',
    CEP: 'Postcode (CEP)',
    CREDIT_CARD: 'Credit card',
    EMAIL: 'E-mail',
    HEALTH_DATA: 'Health data',
    API_KEY: 'API key',
    PRIVATE_KEY: 'Private key',
  } satisfies Record<DlpType, string>,
  categories: {
    IDENTIFICATION: 'Identification',
    CONTACT: 'Contact',
    LOCATION: 'Location',
    FINANCIAL: 'Financial',
    HEALTH: 'Health',
    COMPANY: 'Company',
    CREDENTIALS: 'Credentials',
  } satisfies Record<LgpdCategory, string>,
  all: 'All',
  any: 'Any',
  howMany: 'All or any',
  hold: { all: 'of these hold', any: 'of these holds' },
  groupOf: { all: 'All of these', any: 'Any of these' },
  addCondition: 'Condition',
  addGroup: 'Group',
  removeCondition: (name: string) => `Take the condition “${name}” away`,
  removeGroup: 'Take the group away',
  moveCondition: (name: string) => `Move “${name}” with the arrow keys`,
  moveHint: 'Drag, or press the arrow keys',
  addAgent: 'Add an agent',
  removeAgent: (name: string) => `Take ${name} away`,
  andMore: (count: number) => `and ${count} more`,
  showConditions: (count: number) => `Show ${conditions(String(count))}`,
  showMore: (count: number) => `${conditions(String(count))} more`,
  decisions: { ALLOW: 'Allow', REVIEW: 'Ask a person', BLOCK: 'Block' } satisfies Record<DecisionWord, string>,
  whateverTheRisk: 'whatever the risk',
  nobodyApproves: 'no one can approve',
  waits: (span: string) => `waits ${span}`,
  mayApprove: 'May approve',
  escalates: 'May be passed on to others',
  approvalsLabel: 'How many approve',
  people: (count: number) => (count === 1 ? 'one person' : `${count} people`),
  notAsker: 'Not the one who asked',
  signed: 'Signed by passkey',
  mayGrant: 'May grant the same for a time',
  validLabel: 'How long the approval holds',
  valid: (span: string | null) => (span === null ? 'as long as the settings say' : `for ${span}`),
  roles: { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' } satisfies Record<Role, string>,
  mode: 'Mode',
  modes: { ENFORCE: 'Enforce', MONITOR: 'Monitor', OFF: 'Off' },
  input: {
    agent: 'Agent',
    missingAgent: 'Enter the name of an agent.',
    resource: 'Resource',
    missingResource: 'Enter the name of a resource.',
    notGiven: 'Not given',
    recordsHint: 'Left empty: the call does not say how many.',
    sensitive: 'Sensitive data is found in the content',
  },
  /** The six policies to begin with: names, and what each is for. */
  starting: [
    { name: 'Bulk customer exports', text: 'Customer data leaves in bulk only when a person agrees.' },
    { name: 'No bulk deletes', text: 'No agent deletes hundreds of records at once.' },
    { name: 'Employee data stays inside', text: 'Data about employees never leaves.' },
    { name: 'Secrets never leave', text: 'API keys and private keys are not sent to the outside.' },
    { name: 'Finance at night', text: 'A person looks at changes of financial data outside business hours.' },
    { name: 'Public data', text: 'Reading public data needs no approval, whatever the risk score.' },
  ],
  author: { provisioning: 'Provisioning', files: 'Policies as code', left: 'A former member' },
  yaml: 'YAML',
  yamlHint: 'the same policy; edit either side',
  yamlReadOnly: 'read-only',
  notInFiles:
    'Files have no place for conditions on the data found or its LGPD category. Edit this policy in the form.',
  yamlLabel: 'The policy as YAML',
  faults: (count: number) => (count === 1 ? '1 fault' : `${count} faults`),
  fix: 'Fix',
  goTo: (line: number, column: number) => `Go to line ${line}, column ${column}`,
  formWaits: 'Fix the error in the YAML to update the form.',
  problem: {
    unknownField: (field, meant) => `${field} is not a field.${meant === null ? '' : ` Did you mean ${meant}?`}`,
    onlyInForm: (field) => `${field} has no place in files. Set it in the form.`,
    missing: (field) => `${field} is missing.`,
    type: (type) =>
      ({
        array: 'A list belongs here.',
        integer: 'Enter a whole number.',
        boolean: 'true or false belongs here.',
        string: 'A text belongs here.',
        object: 'Fields belong here.',
      })[type] ?? 'Another kind of value belongs here.',
    word: (list, meant) => `One of ${list} belongs here.${meant === null ? '' : ` Did you mean ${meant}?`}`,
    empty: () => 'This must not be empty.',
    tooLong: (limit) => `At most ${limit} characters.`,
    tooMany: (limit) => `At most ${limit} entries.`,
    tooSmall: (limit) => `${limit} or more.`,
    tooLarge: (limit) => `${limit} at most.`,
    twice: () => 'An entry stands here twice.',
    characters: () => 'This has a character that is not allowed, such as a control character.',
    tooDeep: (limit) => `Groups nest ${limit} levels deep at most.`,
    syntax: (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    told: (message) => message,
  } satisfies ProblemWords as ProblemWords,
};

export interface ProblemWords {
  unknownField(field: string, meant: string | null): string;
  onlyInForm(field: string): string;
  missing(field: string): string;
  type(type: string): string;
  word(list: string, meant: string | null): string;
  empty(): string;
  tooLong(limit: string): string;
  tooMany(limit: string): string;
  tooSmall(limit: string): string;
  tooLarge(limit: string): string;
  twice(): string;
  characters(): string;
  tooDeep(limit: string): string;
  syntax(message: string): string;
  /** A fault that the service found, in its own words. */
  told(message: string): string;
}
