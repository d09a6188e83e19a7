/** `svc policies apply`: shows the plan as fields before and after, and carries it out. */
import { createInterface } from 'node:readline/promises';
import { REQUEST_BODY_BYTES_MAX } from '@svc/contract/limits';
import type { PolicyApplyRequest, PolicyApplyResponse } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import { explainChanges, planLines, planSummary, type ShownChange } from '../plan/index.ts';
import { holdsFieldsOfApiOnly } from '../policy-files/index.ts';
import { variable, type World } from '../world.ts';
import { pathOf } from './path.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, dryRun = false, yes = false } = options;
  const folder = pathOf(world, path);
  const policies = readValidFiles(world, folder).policies.map(({ spec }) => spec);
  if (policies.length === 0) throw new Failure('no_policies', `There is no policy under ${folder}; nothing was sent.`);
  const request: PolicyApplyRequest = { policies, prune };
  checkSize(request);
  const { client } = connect(world.env);
  const { policies: stored } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  const send = async (isDry: boolean) => {
    const answer = await withProgress(world, 'Applying', () => client.policies.apply({ ...request, dryRun: isDry }));
    return { answer, changes: explainChanges(answer.changes, stored, policies) };
  };
  const names = new Set(policies.map(({ name }) => name));
  for (const policy of prune ? stored.filter((one) => holdsFieldsOfApiOnly(one) && !names.has(one.name)) : []) {
    const verb = dryRun ? 'would delete' : 'deletes';
    world.stderr.write(`svc: --prune ${verb} "${plain(policy.name)}", which a policy file cannot hold.\n`);
  }
  if (!dryRun && isAsking(world, yes)) {
    const plan = await send(true);
    show(world, plan.answer, plan.changes, false);
    if (plan.changes.every(({ op }) => op === 'unchanged')) return EXIT.success;
    if (!(await isConfirmed(world))) throw new Failure('not_confirmed', 'Nothing was changed.');
    const { changes } = await send(false);
    printLines(world.stdout, [planSummary(changes, true)]);
    return EXIT.success;
  }
  const { answer, changes } = await send(dryRun);
  if (world.json) printJson(world, { dryRun, changes, warnings: answer.warnings });
  else show(world, answer, changes, !dryRun);
  return EXIT.success;
}

/** The service refuses more policies. A part of the files cannot be sent with --prune, nor as one change. */
function checkSize(request: PolicyApplyRequest): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...request, dryRun: false }));
  if (bytes <= REQUEST_BODY_BYTES_MAX) return;
  const message =
    `The policies are ${bytes} bytes of JSON, and one request takes ${REQUEST_BODY_BYTES_MAX}. ` +
    'Apply them folder by folder, without --prune.';
  throw new Failure('payload_too_large', message);
}

function show(
  { stdout, stderr, env }: World,
  { warnings }: PolicyApplyResponse,
  changes: readonly ShownChange[],
  isDone: boolean,
): void {
  for (const { path, message } of warnings) stderr.write(`svc: ${plain(path)}: ${plain(message)}\n`);
  printLines(stdout, [...planLines(changes, paintFor(stdout, env)), planSummary(changes, isDone)]);
}

/** Only a person at a terminal is asked; CI and programs that read JSON are not. */
function isAsking({ stdin, stderr, env, json }: World, yes: boolean): boolean {
  const isCi = !['', 'false', '0'].includes(variable(env, 'CI') ?? '');
  return stdin.isTTY === true && stderr.isTTY === true && !yes && !json && !isCi;
}

async function isConfirmed({ stdin, stderr }: World): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await asking.question('Apply these changes? [y/N] ')).trim());
  } finally {
    asking.close();
  }
}
