// SPDX-License-Identifier: Apache-2.0
/** The files that `init` writes, for one agent and one resource. */
import type { PolicyTestCase } from '@svc/contract';
import type { Classification } from '@svc/contract/enums';

export interface ExampleNames {
  readonly agent: string;
  readonly resource: string;
  readonly classification: Classification;
}

/** They exist in the quick start, and hardly anywhere else. */
export const QUICK_START_NAMES: ExampleNames = {
  agent: 'billing-bot',
  resource: 'customers',
  classification: 'CUSTOMER_PII',
};

const editorLine = (schema: string) => `# yaml-language-server: $schema=${schema}`;

const KINDS: Readonly<Record<Classification, string>> = {
  PUBLIC: 'public data',
  INTERNAL: 'internal data',
  SENSITIVE: 'sensitive data',
  CUSTOMER_PII: 'customer data',
  FINANCIAL: 'financial data',
  EMPLOYEE: 'employee data',
};

/** The quick start stores that of customer data, so that the tests pass there against what is stored, too. */
export function examplePolicyName({ classification }: Pick<ExampleNames, 'classification'>): string {
  return classification === 'CUSTOMER_PII' ? 'Review customer exports' : `Review exports of ${KINDS[classification]}`;
}

/** The policy of the example, as the service takes it. */
export function exampleSpec(classification: Classification) {
  const name = examplePolicyName({ classification });
  return { name, action: 'EXPORT', resource: classification, decision: 'REVIEW' } as const;
}

export function exampleCases({ agent, resource, classification }: ExampleNames): PolicyTestCase[] {
  const policy = examplePolicyName({ classification });
  return [
    {
      name: 'an export needs a person',
      input: { agent, action: 'EXPORT_DATA', resource, destination: 'EXTERNAL_API', recordsAffected: 1_200 },
      expect: { decision: 'REVIEW', policy },
    },
    {
      name: 'an e-mail with this data needs one too',
      input: { agent, action: 'SEND_EMAIL', resource, destination: 'EXTERNAL_EMAIL', recordsAffected: 1 },
      expect: { decision: 'REVIEW' },
    },
    {
      name: 'reading one record is allowed',
      input: { agent, action: 'READ_DATA', resource, recordsAffected: 1 },
      expect: { decision: 'ALLOW' },
    },
  ];
}

export function examplePolicy(schema: string, { classification }: ExampleNames): string {
  const kind = KINDS[classification];
  return `${editorLine(schema)}
# One policy. Try it: svc test --local. Put it in force: svc policies apply
apiVersion: svc/v1
kind: Policy
metadata:
  # Policies are matched by this name when they are applied.
  name: ${examplePolicyName({ classification })}
spec:
  description: ${kind[0]?.toUpperCase()}${kind.slice(1)} is exported only when a person agrees.
  # ANY, READ, WRITE, DELETE or EXPORT; sending an e-mail is an EXPORT.
  action: EXPORT
  # The classification of the resource.
  resource: ${classification}
  # ALLOW, REVIEW or BLOCK. The strictest policy that matches decides.
  decision: REVIEW
  # Who may resolve the review.
  approverRoles: [OWNER, ADMIN]
`;
}

/** @param mustBeReplaced the names are none of the organization, as far as one knows */
export function exampleTest(schema: string, cases: readonly PolicyTestCase[], mustBeReplaced: boolean): string {
  const [first] = cases;
  const names = `${first?.input.agent} and ${first?.input.resource}`;
  const mark = mustBeReplaced
    ? `# ${names} are names of the quick start: write those of your organization instead.\n`
    : '';
  return `${editorLine(schema)}
# Cases run through the same steps as a real decision and record nothing: svc test
${mark}apiVersion: svc/v1
kind: PolicyTest
cases:
${cases.map(caseText).join('')}`;
}

function caseText({ name, input, expect }: PolicyTestCase): string {
  // A name may hold anything: JSON is YAML, too.
  const fields = Object.entries(input).map(([field, value]) => {
    const isName = field === 'agent' || field === 'resource';
    return `      ${field}: ${isName ? nameText(String(value)) : String(value)}\n`;
  });
  const expected = Object.entries(expect ?? {}).map(([field, value]) => `      ${field}: ${String(value)}\n`);
  return `  - name: ${name}\n    input:\n${fields.join('')}    expect:\n${expected.join('')}`;
}

const PLAIN_NAME = /^[a-z][a-z0-9_-]*$/i;
/** Words of YAML that are no texts. */
const WORD_OF_YAML = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

function nameText(name: string): string {
  const isPlain = PLAIN_NAME.test(name) && !WORD_OF_YAML.test(name);
  return isPlain ? name : JSON.stringify(name).replaceAll(UNPRINTABLE, escaped);
}

/** JSON leaves these as they are; editors and YAML do not show them alike. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export const IGNORE_FILE = `# Results of svc test --junit, and keys, which never belong into a repository.
*.junit.xml
.env
.env.*
credentials.json
`;
