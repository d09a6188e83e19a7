// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the decision path decides every case of the files in this folder as written. The files are in the
 * product's own formats for policies and for test cases. `kind: Fixtures` describes the organization around them. A
 * case without `expect.policy` expects that no policy is named.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  PolicyConditionSchema,
  PolicySchema,
  type PolicySpec,
  type PolicyTestCase,
  PolicyTestCaseSchema,
} from '@svc/contract';
import { type DecisionSettings, runPolicyTests } from '@svc/core/decision';
import { checkPolicies, compilePolicies } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

interface Fixtures {
  readonly kind: 'Fixtures';
  readonly at: string;
  readonly settings: DecisionSettings;
  readonly agents: readonly (Pick<Agent, 'id' | 'name'> & Partial<Agent> & { readonly hasOpenAnomaly?: boolean })[];
  readonly resources: readonly Resource[];
}
interface PolicyDocument {
  readonly kind: 'Policy';
  readonly metadata: { readonly name: string };
  readonly spec: Omit<PolicySpec, 'name'>;
}
interface TestDocument {
  readonly kind: 'PolicyTest';
  readonly cases: readonly PolicyTestCase[];
}
type Document = (PolicyDocument | TestDocument | (Partial<Fixtures> & { readonly kind: 'Fixtures' })) & {
  readonly apiVersion: 'svc/v1';
};

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'fixtures.yaml');
const CASES_MIN = 90;

const ajv = new Ajv({
  schemas: [PolicyConditionSchema, PolicySchema, PolicyTestCaseSchema],
  formats: { 'date-time': true },
});

function documentsOf(file: string): Document[] {
  return parseAllDocuments(readFileSync(FOLDER + file, 'utf8')).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS() as Document;
  });
}

const [defaults] = documentsOf('fixtures.yaml') as unknown as [Fixtures];

/** The organization of the fixtures, with the policies of a file. */
function runIn(fixtures: Fixtures, policies: readonly PolicySpec[], cases: readonly PolicyTestCase[]) {
  const agents = fixtures.agents.map((agent) => ({ status: 'ACTIVE' as const, permissions: null, ...agent }));
  return runPolicyTests(cases, {
    agentOf: (name) => agents.find((agent) => agent.name === name),
    resourceOf: (name) => fixtures.resources.find((resource) => resource.name === name),
    hasOpenAnomaly: ({ id }) => agents.some((agent) => agent.id === id && agent.hasOpenAnomaly === true),
    settings: fixtures.settings,
    policies: compilePolicies(policies.map((policy, index) => ({ ...policy, id: `policy-${index}` }))),
    atMs: Date.parse(fixtures.at),
  });
}

describe.each(FILES)('%s', (file) => {
  const documents = documentsOf(file);
  const policies = documents.flatMap((one) =>
    one.kind === 'Policy' ? [{ name: one.metadata.name, ...one.spec }] : [],
  );

  it('holds policies and cases of the contract', () => {
    for (const policy of policies) expect(ajv.validate('Policy', policy), ajv.errorsText()).toBe(true);
    for (const one of documents) {
      expect(one.apiVersion).toBe('svc/v1');
      if (one.kind === 'Policy') expect(Object.keys(one.metadata)).toEqual(['name']);
      for (const testCase of one.kind === 'PolicyTest' ? one.cases : []) {
        expect(ajv.validate('PolicyTestCase', testCase), ajv.errorsText()).toBe(true);
        expect(testCase.expect, testCase.name).toBeDefined();
      }
    }
    expect(checkPolicies(policies).errors).toEqual([]);
  });

  let fixtures = defaults;
  for (const one of documents) {
    if (one.kind === 'Fixtures') {
      fixtures = { ...fixtures, ...one, settings: { ...fixtures.settings, ...one.settings } };
      continue;
    }
    if (one.kind !== 'PolicyTest') continue;
    const { results, faults } = runIn(fixtures, policies, one.cases);
    it('names known agents and resources', () => expect(faults).toEqual([]));
    it.each(one.cases.map((testCase, index) => [testCase.name, testCase, results[index]] as const))(
      '%s',
      (_, testCase, result) => {
        const { decision, policy = null } = testCase.expect ?? {};
        expect(result).toMatchObject({ name: testCase.name, decision, matchedPolicy: policy, pass: true });
      },
    );
  }
});

it('read every file', () => {
  const caseCount = FILES.flatMap(documentsOf).reduce(
    (sum, one) => sum + (one.kind === 'PolicyTest' ? one.cases.length : 0),
    0,
  );
  expect(caseCount).toBeGreaterThanOrEqual(CASES_MIN);
});
