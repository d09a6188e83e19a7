// SPDX-License-Identifier: Apache-2.0
/** `svc mcp wrap`: stands between an MCP client and a server, and has svc decide each call of a tool. */
import { randomUUID } from 'node:crypto';
import { compileToolRules, readCall } from '@svc/core/tool-rules';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { deciderOf, openCommand, openUrl, type WrapSettings, wrap } from '../mcp-wrap/index.ts';
import { listToolRules } from '../tool-rules-api.ts';
import type { Environment, World } from '../world.ts';

interface Options {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly server?: string;
  readonly agent?: string;
  readonly route?: string;
  readonly timeout?: string;
}

const TIMEOUT_SECONDS_DEFAULT = 300;
const TIMEOUT_SECONDS_MAX = 3_600;
const PROGRESS_MS = 10_000;
/** Messages of the server wait for a list that is filtered. */
const LIST_WITHIN_MS = 5_000;

export async function run(world: World, options: Options, command: readonly string[]): Promise<ExitCode> {
  if ((command.length === 0) === (options.url === undefined)) {
    throw new Failure('usage', 'Give the command of a server after --, or its address by --url.');
  }
  const connection = connect(world.env);
  const { apiKey, baseUrl } = connection;
  const { agent = null, route: routeId = null, server = null } = options;
  const timeoutMs = timeoutOf(options.timeout) * 1_000;
  const decide = deciderOf({ baseUrl, apiKey, agent, routeId, server, session: randomUUID(), timeoutMs });
  const upstream =
    options.url === undefined
      ? openCommand(command, world.env, world.cwd)
      : openUrl(addressOf(options.url), headersOf(options.header ?? [], world.env));
  const listed: WrapSettings['listed'] = async (tools) => {
    // A list is a courtesy: each call is decided, whatever was listed.
    const stored = await listToolRules(connection, LIST_WITHIN_MS).catch(() => null);
    if (stored === null) return tools;
    const sets = stored.toolRules.map(compileToolRules);
    const own = agent === null ? sets.map((set) => ({ ...set, agent: null })) : sets;
    const nameOf = (name: unknown) => (server === null ? String(name) : `mcp__${server}__${String(name)}`);
    return tools.filter(({ name }) => readCall(own, agent, nameOf(name), {}).kind !== 'UNLISTED');
  };
  await wrap(world, upstream, { decide, listed, progressMs: PROGRESS_MS }, world.stopSignal());
  return EXIT.success;
}

function timeoutOf(given: string | undefined): number {
  const seconds = given === undefined ? TIMEOUT_SECONDS_DEFAULT : Number(given);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= TIMEOUT_SECONDS_MAX) return seconds;
  throw new Failure('bad_option', `--timeout must be 1 to ${TIMEOUT_SECONDS_MAX} seconds.`);
}

function addressOf(given: string): URL {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return new URL(given);
  throw new Failure('bad_option', '--url must be an http or https address.');
}

/** A value may be that of a variable, so that no list of processes holds it: `Authorization: Bearer $CRM_TOKEN`. */
function headersOf(given: readonly string[], env: Environment): Record<string, string> {
  const secretOf = (variable: string) => {
    const value = env[variable];
    if (value === undefined || value === '')
      throw new Failure('bad_option', `--header names ${variable}: it is not set.`);
    return value;
  };
  return Object.fromEntries(
    given.map((header) => {
      const [, name, value = ''] = /^([A-Za-z0-9-]+):\s*(.*)$/.exec(header) ?? [];
      if (name === undefined)
        throw new Failure('bad_option', '--header must be a name and a value: "X-Key: $VARIABLE".');
      return [name, value.replaceAll(/\$([A-Z_][A-Z0-9_]*)/g, (_all, variable: string) => secretOf(variable))];
    }),
  );
}
