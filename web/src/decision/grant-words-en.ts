// SPDX-License-Identifier: Apache-2.0
/** The words of grants on every page. */
import type { Destination, EventAction, GrantHindrance } from '@svc/contract';

const VERBS: Readonly<Record<EventAction, readonly [verb: string, preposition: string]>> = {
  READ_DATA: ['read', 'from'],
  WRITE_DATA: ['write', 'to'],
  DELETE_DATA: ['delete', 'from'],
  EXPORT_DATA: ['export', 'from'],
  SEND_EMAIL: ['e-mail', 'from'],
};

const DESTINATIONS: Readonly<Record<Destination, string>> = {
  INTERNAL: ' inside the organization',
  EXTERNAL_EMAIL: ' to an outside address',
  EXTERNAL_API: ' to an external API',
};

/** All that a grant lets through, as a person reads it. */
export interface ToldGrant {
  agent: string;
  action: EventAction;
  resource: string;
  destination: Destination | null;
  /** How the call is made at a gateway; null for other acts. */
  call: string | null;
  records: string;
  isOneRecord: boolean;
  until: string;
  uses: number | null;
  /** Names of data types, as a list; null for none. */
  findings: string | null;
}

export const words = {
  sentence(told: ToldGrant): string {
    const [verb, preposition] = VERBS[told.action];
    const where = told.destination === null ? ' without a destination' : DESTINATIONS[told.destination];
    const how = told.call === null ? '' : ` by ${told.call}`;
    const often = told.uses === null ? '' : told.uses === 1 ? ', once' : `, ${told.uses} times in all`;
    const found = told.findings === null ? 'no sensitive data' : `${told.findings}, and no other sensitive data`;
    return (
      `Until ${told.until}, ${told.agent} may ${verb} up to ${told.records} ` +
      `${told.isOneRecord ? 'record' : 'records'} at a time ` +
      `${preposition} ${told.resource}${where}${how} without asking${often}. ` +
      `The content may hold ${found}; its words may be others.`
    );
  },
  /** For a list: `Export up to 4,000 from customers to an external API` */
  row(told: Pick<ToldGrant, 'action' | 'records' | 'resource' | 'destination'>): string {
    const [verb, preposition] = VERBS[told.action];
    const where = told.destination === null ? '' : DESTINATIONS[told.destination];
    const act = `${verb} up to ${told.records} ${preposition} ${told.resource}${where}`;
    return act.charAt(0).toUpperCase() + act.slice(1);
  },
  gateway: (protocol: string, what: string | null) => `${protocol}${what === null ? '' : ` ${what}`} at the same route`,
  choice: 'Also let the same through for a time',
  until: 'Until',
  inHours: (hours: number) =>
    hours < 24 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${hours / 24} ${hours === 24 ? 'day' : 'days'}`,
  uses: 'How often',
  anyTimes: 'As often as asked',
  times: (count: number) => (count === 1 ? 'Once' : `${count} times`),
  records: 'Records at a time, at most',
  badRecords: (max: string) => `Enter a whole number from 0 to ${max}.`,
  alike: (count: string, isOne: boolean) =>
    isOne
      ? 'It would have answered 1 other review of the last 30 days.'
      : `It would have answered ${count} other reviews of the last 30 days.`,
  asked: 'With the last approval this becomes a grant:',
  hindrances: {
    OFF: 'The settings let no one make grants.',
    DECISION: 'No one is asked about this action.',
    BUDGET: 'A budget asks for this review. A grant never answers for a budget.',
    TOOL: 'The tool is not the one that was registered. Look at its definition: a grant never answers for that.',
    POLICY: 'The policy does not allow grants.',
    POLICY_CHANGED: 'No grant can be made: the rules behind this review have changed since.',
    CRITICAL: 'No grant can be made: the risk is critical.',
    FINDINGS: 'No grant can be made: the content has health data or a credential.',
    ANOMALY: 'No grant can be made while this agent has an open anomaly.',
    SANDBOX: 'No grant can be made for an action of a test key.',
    NO_RECORDS: 'No grant can be made: the agent does not say how many records it affects.',
    RESOURCE: 'No grant can be made: the resource was deleted or reclassified.',
    GUARDRAIL: 'No grant can be made: a guardrail keeps this for people.',
  } satisfies Record<GrantHindrance, string>,
  guardrail: (name: string) => `No grant can be made: the guardrail “${name}” keeps this for people.`,
};
