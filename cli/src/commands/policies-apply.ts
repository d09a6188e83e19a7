// SPDX-License-Identifier: Apache-2.0
/** `svc policies apply`: shows the plan as fields before and after, and carries it out. */
import { createInterface } from 'node:readline/promises';
import type { PolicyDifference, PolicySpec } from '@svc/contract';
import { REQUEST_BODY_BYTES_MAX } from '@svc/contract/limits';
import { holdsFieldsOfApiOnly, normalizePolicy } from '@svc/core/policy';
import type { PolicyApplyRequest, PolicyApplyResponse, StoredPolicy } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { faultLines, paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import { explainChanges, impactLines, looserLines, planLines, planSummary, type ShownChange } from '../plan/index.ts';
import { type FileFault, type PolicyFiles, placed } from '../policy-files/index.ts';
import { variable, type World } from '../world.ts';
import { impactDaysOf } from './impact-days.ts';
import { pathOf } from './path.ts';
import { plural } from './plural.ts';
import { placingRefusals } from './refused-files.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly impact?: string;
  readonly yes?: boolean;
  readonly allowLooser?: boolean;
  /** False for `--no-looser`. */
  readonly looser?: boolean;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, dryRun = false, yes = false, allowLooser = false, looser: mayLoosen = true } = options;
  if (allowLooser && !mayLoosen) throw new Failure('usage', 'Give either --allow-looser or --no-looser.');
  const impactDays = impactDaysOf(options);
  const folder = pathOf(world, path);
  const files = readValidFiles(world, folder);
  const policies = files.policies.map(({ spec }) => spec);
  if (policies.length === 0) throw new Failure('no_policies', `There is no policy under ${folder}; nothing was sent.`);
  const request: PolicyApplyRequest = { policies, prune };
  checkSize(request);
  const { client } = connect(world.env);
  const { policies: stored } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  const send = async (more: Partial<PolicyApplyRequest>) => {
    const answer = await placingRefusals(world, { policies: files.policies }, () =>
      withProgress(world, more.impactDays === undefined ? 'Comparing' : 'Looking at stored events', () =>
        client.policies.apply({ ...request, ...more }),
      ),
    );
    return { answer, changes: explainChanges(answer.changes, stored, policies, normalizePolicy) };
  };
  const unheld = unheldPolicies(stored, policies);
  if (prune) tellUnholdable(world, unheld, dryRun);
  const plan = await send({ dryRun: true, difference: true, ...(impactDays !== undefined && { impactDays }) });
  const { difference } = plan.answer;
  const risk = riskOf(plan.changes, difference);
  const notInFiles = prune ? [] : unheld.filter((one) => !holdsFieldsOfApiOnly(one)).map(({ name }) => name);
  if (!world.json) {
    show(world, files, plan.answer, plan.changes);
    tellNotInFiles(world, notInFiles);
    if (risk === 'unknown' && mayLoosen && !dryRun) world.stderr.write(`svc: ${NOT_COMPARED}\n`);
  }
  const isAsked = !dryRun && isAsking(world, yes);
  // A server that does not compare is asked for no more than the contract, unless nothing may loosen.
  const isRefused = !allowLooser && risk !== 'none' && (risk !== 'unknown' || !mayLoosen);
  if (isRefused && dryRun && !world.json) world.stderr.write(`svc: ${NEEDS_AGREEMENT}\n`);
  if (isRefused && (!mayLoosen || !(dryRun || isAsked))) throw refusal(world, risk, difference);
  if (isAsked) {
    if (plan.changes.every(({ op }) => op === 'unchanged')) return EXIT.success;
    if (!(await isConfirmed(world, risk))) throw new Failure('not_confirmed', 'Nothing was changed.');
  }
  // The stored policies may have changed since the plan. The service compares again, unless looser was agreed to.
  const isAgreed = allowLooser || isRefused || risk === 'unknown';
  const done = dryRun ? plan : await send(isAgreed ? {} : { refuse: 'looser' });
  if (world.json) {
    const { warnings, impact } = done.answer;
    const more = { ...(impact !== undefined && { impact }), ...(difference !== undefined && { difference }) };
    printJson(world, { dryRun, changes: done.changes, warnings, notInFiles, ...more });
  } else if (!dryRun) printLines(world.stdout, [planSummary(done.changes, true)]);
  return EXIT.success;
}

/** Whether a plan lets any event through that was stopped before. `unknown`: the server does not compare. */
type Risk = 'none' | 'looser' | 'incomplete' | 'unknown';

function riskOf(changes: readonly ShownChange[], difference: PolicyDifference | undefined): Risk {
  if (changes.every(({ op }) => op === 'unchanged')) return 'none';
  if (difference === undefined) return 'unknown';
  if (!difference.complete) return 'incomplete';
  return difference.looser > 0 ? 'looser' : 'none';
}

const NEEDS_AGREEMENT = 'applying this loosens what is in force; where no one is asked it needs --allow-looser.';
const NOT_COMPARED = 'this server does not tell whether the changes loosen anything.';

/** No person was asked, and `--yes` alone does not agree to less than what is in force. */
function refusal({ json }: World, risk: Risk, difference: PolicyDifference | undefined): Failure {
  if (risk === 'unknown') return new Failure('incomplete', `Nothing was changed: ${NOT_COMPARED}`);
  if (risk === 'incomplete') {
    const message = 'It could not be computed whether these changes loosen anything. Nothing was changed.';
    return new Failure('incomplete', `${message} Change less at once, or run it again with --allow-looser.`);
  }
  const message =
    'These changes loosen what is in force: some events would get a weaker decision. Nothing was changed. Run it ' +
    'again with --allow-looser when that is meant.';
  return new Failure('looser', message, EXIT.failure, json ? loosenedAreas(difference) : {});
}

function loosenedAreas(difference: PolicyDifference | undefined): Record<string, string> {
  const looser = (difference?.changes ?? []).filter(({ kind }) => kind === 'looser');
  const areas = looser.flatMap(({ areas: of, from, to }) =>
    of.map(({ when }) => [when, `${from.decision} becomes ${to.decision}`] as const),
  );
  return Object.fromEntries(areas);
}

/** The stored policies whose names stand in no file. */
function unheldPolicies(stored: readonly StoredPolicy[], policies: readonly PolicySpec[]): StoredPolicy[] {
  const names = new Set(policies.map(({ name }) => name));
  return stored.filter(({ name }) => !names.has(name));
}

function tellUnholdable(world: World, unheld: readonly StoredPolicy[], dryRun: boolean): void {
  for (const policy of unheld.filter(holdsFieldsOfApiOnly)) {
    const verb = dryRun ? 'would delete' : 'deletes';
    world.stderr.write(`svc: --prune ${verb} "${plain(policy.name)}", which a policy file cannot hold.\n`);
  }
}

const NAMES_SHOWN_MAX = 10;

function tellNotInFiles({ stderr }: World, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, NAMES_SHOWN_MAX).map(plain).join(', ');
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : '';
  const [verb, it] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const count = plural(names.length, 'stored policy', 'stored policies');
  stderr.write(`svc: ${count} ${verb} in no file: ${shown}${more} (--prune deletes ${it})\n`);
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
  { warnings, impact, difference }: PolicyApplyResponse,
  changes: readonly ShownChange[],
): void {
  const { stdout, stderr, env } = world;
  for (const { path, message } of warnings) {
    const fault = placed(files, path, message);
    if (fault === null) stderr.write(`svc: ${plain(path)}: ${plain(message)}\n`);
    else if (!isKnown(files, fault)) printLines(stderr, faultLines([fault], 'warning', paintFor(stderr, env)));
  }
  const paint = paintFor(stdout, env);
  printLines(stdout, [...planLines(changes, paint), ...looserLines(difference, paint), planSummary(changes, false)]);
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

const QUESTIONS: Readonly<Record<Risk, string>> = {
  none: 'Apply these changes?',
  unknown: 'Apply these changes?',
  looser: 'Apply these changes, which loosen what is in force?',
  incomplete: 'It could not be computed whether these changes loosen anything. Apply them?',
};

async function isConfirmed({ stdin, stderr }: World, risk: Risk): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${QUESTIONS[risk]} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
