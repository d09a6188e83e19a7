// SPDX-License-Identifier: Apache-2.0
/** `svc-server organization`: what an operator does about organizations, those that people made among them. */
import { parseArgs } from 'node:util';
import { PLANS } from '@svc/contract';
import { removeOrganization } from '../../../lifecycle/data-rights/index.ts';
import { openProcessor } from '../../../organization/billing/index.ts';
import {
  adoptOrganization,
  findOrganization,
  type ListedOrganization,
  listOrganizations,
  OperatorError,
  setPlan,
} from '../../../organization/operators/index.ts';
import { type Config, stripeSettingsOf } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { onDatabase, type Pool } from '../on-database.ts';
import { plainLine } from '../plain-line.ts';

const USAGE = `Usage:
  svc-server organization list
  svc-server organization show NAME
  svc-server organization plan NAME ${PLANS.join('|')}
  svc-server organization adopt NAME
  svc-server organization remove NAME --yes
    NAME    the name or the id
    list    every organization: id, name, plan, people, agents, and who made it
    show    one organization, with its owners
    plan    give it another plan, from the next decision on
    adopt   let a provisioning file manage an organization that people made
    remove  delete it for ever, as an owner can; every member is told
`;

const FAILED = 1;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface Context {
  pool: Pool;
  config: Config;
  say(line: string): void;
}
/** @returns the exit code */
type Act = (context: Context) => Promise<void>;

/** @returns the exit code @throws Error with a message for the operator */
export async function organization(
  args: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const act = actOf(args);
  if (act === null) {
    stderr.write(USAGE);
    return FAILED;
  }
  const config = readConfig();
  const isData = args[0] === 'list' || args[0] === 'show';
  return await onDatabase(config, { names: isData ? stderr : stdout, stderr }, (pool) =>
    act({ pool, config, say: (line) => stdout.write(`${plainLine(line)}\n`) }),
  );
}

function actOf(args: readonly string[]): Act | null {
  const asked = readArguments(args);
  if (asked === null) return null;
  const { verb, operands, isSure } = asked;
  const [name, word, ...more] = operands;
  if (more.length > 0 || (isSure && verb !== 'remove')) return null;
  if (verb === 'list') return name === undefined ? list : null;
  if (name === undefined) return null;
  if (verb === 'plan') {
    const plan = PLANS.find((one) => one === word);
    return plan === undefined ? null : (context) => changePlan(context, name, plan);
  }
  if (word !== undefined) return null;
  if (verb === 'show') return (context) => show(context, name);
  if (verb === 'adopt') return (context) => adopt(context, name);
  return verb === 'remove' ? (context) => remove(context, name, isSure) : null;
}

function readArguments(args: readonly string[]) {
  const options = { yes: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const [verb, ...operands] = positionals;
    return { verb, operands, isSure: values.yes === true };
  } catch {
    return null;
  }
}

const originOf = ({ isOfFile }: ListedOrganization) => (isOfFile ? 'a file may manage it' : 'people made it');

async function list({ pool, say }: Context): Promise<void> {
  for await (const one of listOrganizations(pool)) {
    const counts = `${one.people} people  ${one.agents} agents`;
    say([one.id, one.name, one.plan, counts, originOf(one)].join('  '));
  }
}

async function show({ pool, say }: Context, name: string): Promise<void> {
  const found = await findOrganization(pool, name);
  say(`id       ${found.id}`);
  say(`name     ${found.name}`);
  say(`plan     ${found.plan}`);
  say(`made     ${found.createdAt.toISOString()}`);
  say(`people   ${found.people}, owned by ${found.owners.join(', ')}`);
  say(`agents   ${found.agents}`);
  say(`origin   ${originOf(found)}`);
}

async function changePlan({ pool, say }: Context, name: string, plan: (typeof PLANS)[number]): Promise<void> {
  const found = await findOrganization(pool, name);
  const isChanged = await setPlan(pool, found.id, plan);
  say(
    isChanged ? `${found.name}: ${found.plan} -> ${plan}, from the next decision on` : `${found.name}: ${plan} already`,
  );
}

async function adopt({ pool, say }: Context, name: string): Promise<void> {
  const found = await findOrganization(pool, name);
  const since = (await adoptOrganization(pool, found)) ? 'from now on, by its name' : 'already';
  say(`${found.name}: a provisioning file may manage it ${since}`);
}

/** @throws OperatorError without --yes */
async function remove({ pool, config, say }: Context, name: string, isSure: boolean): Promise<void> {
  const found = await findOrganization(pool, name);
  if (!isSure) {
    throw new OperatorError(
      `This deletes ${plainLine(found.name)} (${found.id}) with its events and its audit chain, and tells its ` +
        `${found.people} people. Nothing brings it back. Make a backup, then add --yes.`,
    );
  }
  const settings = stripeSettingsOf(config);
  const processor = settings === null ? null : await openProcessor(settings, { allow: config.egressAllow });
  try {
    const { planChange, baseUrl } = config;
    const log = createCommandLogger();
    await removeOrganization({ pool, planChange, processor, baseUrl: () => baseUrl ?? '', log }, found);
  } finally {
    await processor?.close();
  }
  say(`Removed: ${found.name} (${found.id}). The service deletes its rows.`);
  if (found.isOfFile) say('A provisioning file that still names it makes it anew: take it out of the file.');
}
