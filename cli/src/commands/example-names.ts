// SPDX-License-Identifier: Apache-2.0
/**
 * The agent and the resource of the examples: ones that the organization has, and for which the examples pass. The
 * service names some when it is asked about names that nothing has.
 */
import { randomUUID } from 'node:crypto';
import type { KnownNames, PolicyTestCase } from '@svc/contract';
import { CLASSIFICATIONS, type Classification } from '@svc/contract/enums';
import { ApiError, type SvcClient } from '@svc/sdk';
import { addressOf, connect, failureOf } from '../connection.ts';
import type { World } from '../world.ts';
import { type ExampleNames, exampleCases, exampleSpec, QUICK_START_NAMES } from './examples.ts';

export interface Examples {
  readonly names: ExampleNames;
  readonly cases: readonly PolicyTestCase[];
  /** A sentence that says why the names are those of the quick start; null when they are the organization's. */
  readonly why: string | null;
}

/** Never throws: without an answer the names are those of the quick start. */
export async function findExamples({ env }: Pick<World, 'env'>): Promise<Examples> {
  try {
    const { client } = connect(env);
    const known = await knownNames(client);
    if (known === null) return ofQuickStart('This service tells no names.');
    return (await bestOf(client, known)) ?? ofQuickStart('This organization has no agent or no resource yet.');
  } catch (error) {
    return ofQuickStart(failureOf(error, false, () => addressOf(env)).message);
  }
}

function ofQuickStart(why: string): Examples {
  return { names: QUICK_START_NAMES, cases: exampleCases(QUICK_START_NAMES), why };
}

async function knownNames(client: SvcClient): Promise<KnownNames | null> {
  const nothing = randomUUID();
  try {
    await client.policies.test({
      cases: [{ name: 'names', input: { agent: nothing, action: 'READ_DATA', resource: nothing } }],
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { agents = [], resources = [] } = error.known ?? {};
    const isOurs = (one: { classification: string }): one is KnownNames['resources'][number] =>
      (CLASSIFICATIONS as readonly string[]).includes(one.classification);
    return error.known === null ? null : { agents: [...agents], resources: resources.filter(isOurs) };
  }
}

/** The data that one would guard first. */
const ORDER: readonly Classification[] = ['CUSTOMER_PII', 'FINANCIAL', 'EMPLOYEE', 'SENSITIVE', 'INTERNAL', 'PUBLIC'];

/** The pair with most examples that pass: agents may be paused, and permissions and settings may decide otherwise. */
async function bestOf(client: SvcClient, { agents, resources }: KnownNames): Promise<Examples | null> {
  const ordered = resources.toSorted(
    (one, other) => ORDER.indexOf(one.classification) - ORDER.indexOf(other.classification),
  );
  const pairs = ordered.flatMap(({ name, classification }) =>
    agents.map((agent) => ({ agent, resource: name, classification })),
  );
  if (pairs.length === 0) return null;
  const each = pairs.map(exampleCases);
  const { results } = await client.policies.test({
    cases: each.flat(),
    policies: CLASSIFICATIONS.map(exampleSpec),
  });
  let best: Examples | null = null;
  let at = 0;
  for (const [index, cases] of each.entries()) {
    const passing = cases.filter((_, offset) => results[at + offset]?.pass === true);
    at += cases.length;
    const names = pairs[index];
    if (names !== undefined && passing.length > (best?.cases.length ?? 0)) best = { names, cases: passing, why: null };
  }
  return best;
}
