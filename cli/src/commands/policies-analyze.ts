// SPDX-License-Identifier: Apache-2.0
/** `svc policies analyze`: policies and fields that do nothing, for every event there can be. Records nothing. */
import type { PolicyAnalysis } from '@svc/contract';
import { conditionSentence } from '@svc/core/plain-words';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { plain, printJson, printLines, withProgress } from '../output/index.ts';
import type { World } from '../world.ts';

/** Ends with 0 when there is no finding, and with 1 for any and for an analysis that did not end. */
export async function run(world: World): Promise<ExitCode> {
  const { client } = connect(world.env);
  const found = await withProgress(world, 'Analyzing', () => client.policies.analyze());
  if (found.complete !== true) {
    throw new Failure(
      'incomplete',
      'The analysis did not end within its time and memory: nothing is known. Merge policies, or nest fewer groups.',
    );
  }
  const lines = linesOf(found);
  if (world.json) printJson(world, found);
  else printLines(world.stdout, [...lines, lines.length === 0 ? 'No finding.' : `${lines.length} findings.`]);
  return lines.length === 0 ? EXIT.success : EXIT.failure;
}

const CAUSES: Readonly<Record<string, string>> = {
  NEVER_MATCHES: 'matches nothing: no event meets its conditions',
  REFUSED: 'can never decide: the permissions of the agents refuse all that it matches',
  SHADOWED: 'can never decide: stricter or earlier policies decide all that it matches',
};

function linesOf({
  dead,
  withoutEffect,
  needlessFields,
  mergeable,
  unknownAgents,
  unreachableThresholds,
}: PolicyAnalysis): string[] {
  const told = (name: string, what: string): string => `"${plain(name)}" ${what}`;
  return [
    ...dead.map(({ name, cause }) => told(name, CAUSES[cause] ?? plain(cause))),
    ...withoutEffect.map(({ name }) => told(name, 'has no effect: without it every event is decided the same')),
    ...unknownAgents.map(({ name }) => told(name, 'is met only by agents that are not registered')),
    ...needlessFields.map(({ name, field }) => told(name, `matches the same without ${plain(field)}`)),
    ...mergeable.map(({ name, other, condition }) =>
      told(
        name,
        `could replace "${plain(other.name)}" too, where ${plain(conditionSentence(condition, { language: 'en' }))}`,
      ),
    ),
    ...unreachableThresholds.map(
      (name) => `${plain(name)} is reached by no event that policies leave to the risk score`,
    ),
  ];
}
