// SPDX-License-Identifier: Apache-2.0
/** `svc policies prove`: proves the claims of files about the stored policies, or about those of files. */
import type { PolicyProof, PolicyProveResponse, PolicyWitness } from '@svc/contract';
import { CLAIMS_MAX } from '@svc/contract/limits';
import { stringify } from 'yaml';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { type Paint, paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import type { PolicyFiles } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { localPolicies, readValidFiles } from './valid-files.ts';

interface Options {
  readonly local?: boolean;
  readonly policies?: string;
}

type Status = 'PROVED' | 'REFUTED' | 'VACUOUS';

interface Outcome extends PolicyProof {
  readonly status: Status;
  readonly file: string;
  readonly line: number;
  /** Ids of live grants that may break it. */
  readonly grants: readonly string[];
}

/** Ends with 0 when every claim is proved. One that is about no event is not. */
export async function run(world: World, { local = false, policies }: Options, [path]: readonly string[]) {
  const folder = pathOf(world, path);
  const read = readValidFiles(world, folder);
  if (read.claims.length === 0) {
    throw new Failure('no_claims', `There is no claim under ${folder}. Claims stand in files of kind PolicyClaim.`);
  }
  const outcomes = await proveAll(world, read, local ? localPolicies(world, read, folder, policies) : null);
  const count = (status: Status) => outcomes.filter((outcome) => outcome.status === status).length;
  const [proved, refuted, vacuous] = [count('PROVED'), count('REFUTED'), count('VACUOUS')];
  if (world.json) printJson(world, { proved, refuted, vacuous, results: outcomes });
  else {
    const lines = outcomes.flatMap((outcome) => linesOf(outcome, paintFor(world.stdout, world.env)));
    printLines(world.stdout, [...lines, `${proved} proved, ${refuted} refuted, ${vacuous} about no event.`]);
  }
  const code: ExitCode = proved === outcomes.length ? EXIT.success : EXIT.failure;
  return code;
}

/** Each batch has as many claims as one request takes. */
async function proveAll(
  world: World,
  { claims }: PolicyFiles,
  policies: PolicyFiles['policies'] | null,
): Promise<Outcome[]> {
  const { client } = connect(world.env);
  const outcomes: Outcome[] = [];
  for (let start = 0; start < claims.length; start += CLAIMS_MAX) {
    const batch = claims.slice(start, start + CLAIMS_MAX);
    const answer = await placingRefusals(world, { claims: batch, policies: policies ?? [] }, () =>
      withProgress(world, `Proving claims, ${start} of ${claims.length} done`, () =>
        client.policies.prove({
          claims: batch.map(({ claim }) => claim),
          ...(policies !== null && { policies: policies.map(({ spec }) => spec) }),
        }),
      ),
    );
    checkComplete(answer, batch.length);
    for (const [index, { file, line }] of batch.entries()) {
      const proof = answer.results[index]!;
      const against = answer.grants?.find(({ claim }) => claim === proof.name)?.ids ?? [];
      outcomes.push({ ...proof, status: statusOf(proof), file, line, grants: against });
    }
  }
  return outcomes;
}

/** Half of a proof proves nothing. */
function checkComplete({ complete, results }: PolicyProveResponse, claims: number): void {
  if (!complete) {
    throw new Failure(
      'incomplete',
      'The proof did not end within its time and memory: nothing is proved. Ask less at once.',
    );
  }
  if (results.length === claims) return;
  throw new Failure('unexpected_answer', `The server answered ${results.length} results to ${claims} claims.`);
}

/** Only `true` proves. */
function statusOf({ proved, vacuous }: PolicyProof): Status {
  if (proved === true && vacuous === false) return 'PROVED';
  return vacuous === true ? 'VACUOUS' : 'REFUTED';
}

function linesOf(
  { status, name, file, line, counterexample, evadable, heldBy, leansOn, grants }: Outcome,
  paint: Paint,
): string[] {
  const at = `${plain(file)}:${line}`;
  if (status === 'VACUOUS')
    return [`${paint.yellow(status)} ${plain(name)}  ${at}`, '  no event is meant by its conditions'];
  if (status === 'REFUTED') return [`${paint.red(status)} ${plain(name)}  ${at}`, ...breakingLines(counterexample)];
  const holders = heldBy.map((policy) => `"${plain(policy.name)}"`);
  const needs = [...holders, ...leansOn.map((support) => SUPPORTS[support] ?? plain(support))];
  return [
    `${paint.green(status)} ${plain(name)}`,
    ...(needs.length === 0 ? [] : [`  held by ${needs.join(', ')}`]),
    ...(evadable === null
      ? []
      : [
          `  ${paint.yellow('but')} a caller who leaves a field out gets ${decidedBy(evadable)}:`,
          ...caseLines(evadable),
        ]),
    ...grants.map((id) => `  ${paint.yellow('but')} the live grant ${plain(id)} lets some of it through`),
  ];
}

const SUPPORTS: Readonly<Record<string, string>> = {
  permissions: 'the permissions of agents',
  risk: 'the risk score, where no policy matches',
  enforcement: 'monitor mode',
};

function breakingLines(witness: PolicyWitness | null): string[] {
  return witness === null ? [] : [`  this event gets ${decidedBy(witness)}:`, ...caseLines(witness)];
}

function decidedBy({ decision, policy, riskScore }: PolicyWitness): string {
  return `${decision}${policy === null ? '' : ` by "${plain(policy.name)}"`}, risk ${riskScore}`;
}

/** The event as a case of a test file; where it cannot be one, as it is. */
function caseLines({ testCase, input }: PolicyWitness): string[] {
  const text = stringify(testCase === null ? { hypothetical: input } : [testCase], { lineWidth: 0 });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${plain(line)}`);
}
