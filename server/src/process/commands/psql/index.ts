// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server psql`: a prompt on the service's database, as the service's role and bound by row-level security. Owns
 * the way to the database and the choice of the prompt. It refuses to know what the tables hold.
 */
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { hasKey, openVault, signInSecrets } from '../../../platform/vault/index.ts';
import { connectPrompt, type PromptSession } from '../../../storage/connections/index.ts';
import { SEE_ACROSS } from '../../../storage/db/index.ts';
import { loadSignIn } from '../../../storage/schema/index.ts';
import { reachUnchanged } from '../reach-database.ts';
import { type PromptStreams, runBuiltIn } from './built-in.ts';
import { isPsqlInstalled, runPsql } from './psql.ts';

const USAGE = `Usage:
  svc-server psql [--organization NAME] [--write]
    --organization NAME  see the rows of this organization; its name or id
    --write              change rows; without it the prompt reads only
Statements of standard input are run when it is no terminal.
`;

const FAILED = 1;

interface Asked {
  organization: string | null;
  isReadOnly: boolean;
}

/** @returns the exit code @throws Error with a message for the operator */
export async function runPrompt(
  args: readonly string[],
  readConfig: () => Config,
  streams: PromptStreams,
): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    streams.stderr.write(USAGE);
    return FAILED;
  }
  const config = readConfig();
  const database = await reachUnchanged(config, createCommandLogger(), streams.stderr);
  try {
    const url = await signInUrl(config, database.url, streams.stderr);
    const organizationIds = asked.organization === null ? [] : [await findOrganization(url, asked.organization)];
    const session: PromptSession = { organizationIds, isReadOnly: asked.isReadOnly };
    if (isPsqlInstalled()) return await runPsql(url, session, streams.stdin.isTTY === true);
    const client = await connectPrompt(url, session);
    try {
      return await runBuiltIn(client, streams);
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

/** The service's own role may become `svc_app` and nothing else: no statement leads from there to the owner. */
async function signInUrl(config: Config, url: string, output: Writable): Promise<string> {
  const { lookUpSignIn } = await loadSignIn();
  const found = hasKey(config)
    ? await lookUpSignIn({ connectionString: url }, signInSecrets(openVault(config)))
    : { fault: 'there is no encryption key to know it by', address: null };
  if (found.fault === null && found.address !== null && 'connectionString' in found.address) {
    return found.address.connectionString;
  }
  output.write(
    `It signs in as the owner, who can leave the service's role: the service's own sign-in fails (${found.fault}).\n`,
  );
  return url;
}

function readArguments(args: readonly string[]): Asked | null {
  const options = { organization: { type: 'string' }, write: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return { organization: values.organization ?? null, isReadOnly: values.write !== true };
  } catch {
    return null;
  }
}

/** Only this look-up sees every organization. */
async function findOrganization(url: string, organization: string): Promise<string> {
  const client = await connectPrompt(url, { organizationIds: [], isReadOnly: true });
  try {
    await client.query(SEE_ACROSS);
    await client.query(SEE_EVERY_ORGANIZATION);
    const { rows } = await client.query<{ id: string }>(SELECT_ORGANIZATION, [organization]);
    const [found, other] = rows;
    if (found === undefined) throw new Error(`There is no organization ${JSON.stringify(organization)}.`);
    if (other !== undefined)
      throw new Error(`Several organizations have this name: ${rows.map(({ id }) => id).join(' ')}`);
    return found.id;
  } finally {
    await client.end();
  }
}

const SEE_EVERY_ORGANIZATION = `
  SELECT set_config('svc.organizations', '{' || string_agg(organization_id::text, ',') || '}', false)
  FROM organization_directory`;

const SELECT_ORGANIZATION = `
  SELECT organization_id AS id FROM organizations WHERE name = $1 OR organization_id::text = $1`;
