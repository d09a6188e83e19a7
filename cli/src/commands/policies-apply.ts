/** `svc policies apply`: shows the plan as fields before and after, and carries it out. */
import { createInterface } from 'node:readline/promises';
import { IMPACT_DAYS_MAX, REQUEST_BODY_BYTES_MAX } from '@svc/contract/limits';
import { holdsFieldsOfApiOnly } from '@svc/core/policy';
import type { PolicyApplyRequest, PolicyApplyResponse } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { faultLines, paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import { explainChanges, impactLines, planLines, planSummary, type ShownChange } from '../plan/index.ts';
import { type FileFault, type PolicyFiles, placed } from '../policy-files/index.ts';
import { variable, type World } from '../world.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly impact?: string;
  readonly yes?: boolean;
  /** False for `--no-looser`. */
  readonly looser?: boolean;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, dryRun = false, yes = false, looser: mayLoosen = true } = options;
  const impactDays = daysOf(options);
  const folder = pathOf(world, path);
  const files = readValidFiles(world, folder);
  const policies = files.policies.map(({ spec }) => spec);
  if (policies.length === 0) throw new Failure('no_policies', `There is no policy under ${folder}; nothing was sent.`);
  const request: PolicyApplyRequest = { policies, prune, ...(!mayLoosen && { refuse: 'looser' }) };
  checkSize(request);
  const { client } = connect(world.env);
  const { policies: stored } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  const send = async (isDry: boolean) => {
    const answer = await placingRefusals(world, { policies: files.policies }, () =>
      withProgress(world, impactDays === undefined ? 'Applying' : 'Looking at stored events', () =>
        client.policies.apply({ ...request, dryRun: isDry, ...(impactDays !== undefined && { impactDays }) }),
      ),
    );
    return { answer, changes: explainChanges(answer.changes, stored, policies) };
  };
  const names = new Set(policies.map(({ name }) => name));
  for (const policy of prune ? stored.filter((one) => holdsFieldsOfApiOnly(one) && !names.has(one.name)) : []) {
    const verb = dryRun ? 'would delete' : 'deletes';
    world.stderr.write(`svc: --prune ${verb} "${plain(policy.name)}", which a policy file cannot hold.\n`);
  }
  if (!dryRun && isAsking(world, yes)) {
    const plan = await send(true);
    show(world, files, plan.answer, plan.changes, false);
    if (plan.changes.every(({ op }) => op === 'unchanged')) return EXIT.success;
    if (!(await isConfirmed(world))) throw new Failure('not_confirmed', 'Nothing was changed.');
    const { changes } = await send(false);
    printLines(world.stdout, [planSummary(changes, true)]);
    return EXIT.success;
  }
  const { answer, changes } = await send(dryRun);
  const { warnings, impact } = answer;
  if (world.json) printJson(world, { dryRun, changes, warnings, ...(impact !== undefined && { impact }) });
  else show(world, files, answer, changes, !dryRun);
  return EXIT.success;
}

function daysOf({ impact, dryRun = false }: Options): number | undefined {
  if (impact === undefined) return undefined;
  if (!dryRun) throw new Failure('usage', '--impact needs --dry-run: nothing is evaluated by an apply that writes.');
  const days = /^\d{1,2}$/.test(impact) ? Number(impact) : 0;
  if (days >= 1 && days <= IMPACT_DAYS_MAX) return days;
  throw new Failure('usage', `--impact must be a whole number of days, 1 to ${IMPACT_DAYS_MAX}.`);
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
  world: World,
  files: PolicyFiles,
  { warnings, impact }: PolicyApplyResponse,
  changes: readonly ShownChange[],
  isDone: boolean,
): void {
  const { stdout, stderr, env } = world;
  for (const { path, message } of warnings) {
    const fault = placed(files, path, message);
    if (fault === null) stderr.write(`svc: ${plain(path)}: ${plain(message)}\n`);
    else if (!isKnown(files, fault)) printLines(stderr, faultLines([fault], 'warning', paintFor(stderr, env)));
  }
  const paint = paintFor(stdout, env);
  printLines(stdout, [...planLines(changes, paint), planSummary(changes, isDone)]);
  if (impact !== undefined) printLines(stdout, impactLines(impact, paint));
}

/** Reading the files found most warnings already, and showed them. */
function isKnown({ warnings }: PolicyFiles, { file, line, message }: FileFault): boolean {
  return warnings.some((one) => one.file === file && one.line === line && one.message === message);
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
