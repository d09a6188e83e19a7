// SPDX-License-Identifier: Apache-2.0
/** The English words of an answer under article 20 of the LGPD: for the person whom the decision concerns. */
import type { Cause, DecisionWord, LgpdDecision, ReviewStatus, RiskLevel } from '@svc/contract';
import type { RiskFactorCode } from '@svc/core/risk';

type Answer = NonNullable<LgpdDecision['review']>['answers'][number]['answer'];

/** Names and numbers for the sentence of a cause. */
interface CauseFacts {
  policy: string;
  budget: string;
  score: number;
  threshold: number;
  /** The end of a grant, as a moment. */
  until: string;
}

const decisions = (count: number) => (count === 1 ? 'decision' : 'decisions');

export const words = {
  title: 'Answer under article 20 of the LGPD',
  intro: (organization: string) =>
    `${organization} uses software agents. Before an agent acts, a program decides by rules whether it may. ` +
    'This page tells how it decided, and why.',
  law:
    'Law 13,709/2018 (LGPD), article 20: a person may ask for a review of decisions that are made solely by ' +
    'automated processing of personal data and affect their interests, and for clear information on criteria and ' +
    'procedures.',
  madeAt: (moment: string) => `Made on ${moment}.`,
  session: (count: number) =>
    `It holds ${count} ${decisions(count)}: the one that was asked about, and those with the same reference.`,
  notWhole: (max: number) => `There are more: the newest ${max} are here.`,
  searchedBackTo: (moment: string) => `Decisions before ${moment} were not looked for.`,
  decisionOf: (moment: string) => `Decision of ${moment}`,
  number: 'Number of the decision',
  asked: 'What was asked',
  outcome: 'Outcome',
  outcomes: {
    ALLOW: 'Allowed.',
    REVIEW: 'Open: a person has been asked.',
    BLOCK: 'Not allowed.',
  } satisfies Record<DecisionWord, string>,
  reviewed: {
    PENDING: 'Open: a person has been asked.',
    APPROVED: 'Allowed, after a person had been asked.',
    DENIED: 'Not allowed: a person denied it.',
    EXPIRED: 'Not allowed: a person was asked, and none answered in time.',
  } satisfies Record<ReviewStatus, string>,
  who: 'Who decided',
  automated: 'A program alone: no person took part in this decision.',
  byPerson: 'A person, after a program had asked for it.',
  waits: 'No one yet: a program has asked for a person.',
  criteria: 'Criteria',
  causes: {
    POLICY: ({ policy }) => `The rule “${policy}” decided.`,
    RISK: ({ score, threshold }) => `No rule applied. The risk score of ${score} reaches the limit of ${threshold}.`,
    PAUSED: () => 'The agent had been paused: it may do nothing.',
    PERMISSION: () => 'The agent has no permission for this act.',
    TOOL: () => 'The tool that was to be called is not the one that was registered.',
    GRANT: ({ until }) => `A person had let acts like this one through until ${until}.`,
    BUDGET: ({ budget }) => `The limit “${budget}” on such acts had been reached.`,
    MODE: () => 'The organization only observes for now: nothing is stopped.',
    NOTHING: () => 'No rule applied, and the risk score is below the limits.',
  } satisfies Record<Cause, (facts: CauseFacts) => string>,
  watched: {
    ALLOW: 'With all rules in force it would have been allowed.',
    REVIEW: 'With all rules in force a person would have been asked.',
    BLOCK: 'With all rules in force it would not have been allowed.',
  } satisfies Record<DecisionWord, string>,
  rules: 'Rules that applied, as they were then',
  longRule: 'This rule is too long to be told here.',
  risk: 'Risk score',
  riskIs: (score: number, level: string) => `${score} of 100 (${level}). It is the sum of these points, at most 100:`,
  levels: { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'critical' } satisfies Record<RiskLevel, string>,
  factor: 'Factor',
  points: 'Points',
  factors: {
    ACTION: 'Kind of act',
    RESOURCE: 'Kind of data in the resource',
    DESTINATION: 'Destination outside the organization',
    RECORDS: 'Number of records',
    CONTENT: 'Data found in the text',
    OUTSIDE_BUSINESS_HOURS: 'Outside business hours',
    OPEN_ANOMALY: 'Unusual behavior of the agent, not yet looked at',
  } satisfies Record<RiskFactorCode, string>,
  found: 'Data found in the text that the agent sent',
  foundNothing: 'The text was looked through, and nothing was found.',
  notSent: 'There was no text to look through.',
  notKnown: 'It was not recorded whether there was a text.',
  textNotKept: 'The text itself was not kept.',
  review: 'People who answered',
  noReview: 'No person was asked.',
  noAnswer: 'No person has answered.',
  answers: {
    APPROVED: (role: string, moment: string) => `A person with the role “${role}” approved it on ${moment}.`,
    DENIED: (role: string, moment: string) => `A person with the role “${role}” denied it on ${moment}.`,
  } satisfies Record<Answer, (role: string, moment: string) => string>,
  ask: 'Ask for a review by a person',
  askBy: (organization: string, contact: string) =>
    `Write to ${organization}: ${contact}. Say that you ask for a review by a person, and give the number of the ` +
    'decision.',
  askAnyway: (organization: string) =>
    `Answer ${organization} the way in which you received this page. Say that you ask for a review by a person, ` +
    'and give the number of the decision.',
  authority:
    'Where information is withheld as a commercial or industrial secret, the national data protection authority ' +
    '(ANPD) may audit the processing for discrimination.',
  proof: 'Proof of the record',
  proofText: (seq: string) =>
    `The decision is entry ${seq} of the organization’s audit chain, under this hash. A signed checkpoint covers ` +
    'the entry: with this proof a later change of it shows. It does not show that the criteria are right.',
  proofWaits: (seq: string) =>
    `The decision is entry ${seq} of the organization’s audit chain, under this hash. No signed checkpoint covers ` +
    'the entry yet.',
  proofCheck: 'To check it, save these lines as proof.json and run: svc-sdk verify --proof proof.json',
  leftOut: 'Not on this page',
  notShown: {
    CONTENT: 'Texts that the agent sent: they were never stored.',
    PEOPLE_AND_NOTES: 'Names of people who answered, and their notes.',
    WORDS_OF_THE_AGENT: 'What the agent said about the act: purpose, receiver, reference and link.',
    OTHER_POLICIES: 'Rules that did not apply.',
  },
};

export type Words = typeof words;
