// SPDX-License-Identifier: Apache-2.0
/** `svc tool-rules import FILE`: the rules of `svc-claude-code`, in `.claude/svc.json`, as a file of tool rules. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ToolRule, ToolRulesSpec } from '@svc/contract';
import { POLICY_API_VERSION } from '@svc/contract/enums';
import { readText } from '@svc/core/text-input';
import { documentText } from '@svc/documents';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { plain, printJson, printLines } from '../output/index.ts';
import type { World } from '../world.ts';
import { FOLDER_DEFAULT } from './path.ts';

interface Options {
  readonly out?: string;
  readonly name?: string;
  readonly force?: boolean;
}

interface Given {
  readonly agent?: unknown;
  readonly rules?: unknown;
}

export async function run(world: World, options: Options, [given = '']: readonly string[]): Promise<ExitCode> {
  const { name = 'Claude Code', force = false } = options;
  const from = resolve(world.cwd, given);
  const to = resolve(world.cwd, options.out ?? join(FOLDER_DEFAULT, 'tool-rules', 'claude-code.yaml'));
  const { set, notes } = setOf(readGiven(from), name);
  if (existsSync(to) && !force) throw new Failure('file', `${to} is there. --force replaces it.`);
  const { name: _name, ...spec } = set;
  mkdirSync(dirname(to), { recursive: true });
  const document = { apiVersion: POLICY_API_VERSION, kind: 'ToolRules', metadata: { name }, spec };
  writeFileSync(to, documentText(document));
  if (world.json) printJson(world, { file: to, rules: set.rules.length, notes });
  else {
    for (const note of notes) world.stderr.write(`svc: ${plain(note)}\n`);
    printLines(world.stdout, [`wrote ${plain(to)}`, 'Look at it, then: svc tool-rules apply']);
  }
  return EXIT.success;
}

function readGiven(path: string): Given {
  try {
    const value: unknown = JSON.parse(readText(readFileSync(path)));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
  throw new Failure('file', `${path} is no JSON object with \`agent\` and \`rules\`.`);
}

function setOf({ agent, rules }: Given, name: string): { set: ToolRulesSpec; notes: string[] } {
  if (!Array.isArray(rules)) throw new Failure('file', 'The file has no list of `rules`.');
  const notes: string[] = [];
  const read = rules.flatMap((rule: Record<string, unknown>, place): ToolRule[] => {
    const { tools, decide, action, resource, destination, recordsAffected } = rule ?? {};
    const names = namesOf(typeof tools === 'string' ? tools : '');
    if (names === null) {
      throw new Failure(
        'file',
        `rules[${place}].tools is an expression that names with * cannot say: ${String(tools)}`,
      );
    }
    if (recordsAffected !== undefined) {
      notes.push(`rules[${place}].recordsAffected is left out: tool rules count in the arguments, see \`records\`.`);
    }
    const said =
      decide === false ? { decide } : { action, resource, ...(destination !== undefined && { destination }) };
    return names.map((one) => ({ tools: one, ...said }) as ToolRule);
  });
  return { set: { name, ...(typeof agent === 'string' && { agent }), rules: read, unlisted: 'DENY' }, notes };
}

/** The names that an expression for whole names takes: alternatives of letters and `.*`; null for any other. */
function namesOf(expression: string): string[] | null {
  const inner = /^\(\?:(.*)\)$/s.exec(expression)?.[1] ?? expression;
  const names = inner.split('|').map((one) => one.replaceAll('.*', '*').replaceAll(/\\([.\-_/])/g, '$1'));
  return names.every((one) => /^[\w./\-:*]+$/.test(one)) ? names : null;
}
