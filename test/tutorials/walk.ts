// SPDX-License-Identifier: Apache-2.0
/**
 * Walks through a tutorial as its reader does. Each code block of a section is written as a file, or typed into a
 * shell, in a folder that is empty at the beginning. A block of text below a command is what it has to print.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

interface Block {
  language: string;
  text: string;
}

interface WalkOptions {
  /** Commands that go on until they are stopped: the test does them itself. */
  byTest?: readonly string[];
}

export interface Walk {
  /** The home of the reader. */
  home: string;
  /** The folder in it where the shell begins. */
  folder: string;
  /** The code blocks of a section, as they stand there. */
  blocks(section: string): readonly Block[];
  /** Fails where the output lacks what the section shows. */
  expectShown(section: string, output: string): void;
  /** Real values by what the tutorial has in their place. */
  know(values: Readonly<Record<string, string>>): void;
  /**
   * Does the section, and fails where a command prints something else than the tutorial says. A command ends with 0,
   * but for one that a block says ends otherwise: `# ends with 1`.
   * @param meanwhile what a person does while the last command runs @returns all output
   */
  follow(section: string, meanwhile?: () => Promise<unknown>): Promise<string>;
  /** Fails for a section with commands that was not done. */
  expectDone(): void;
  remove(): void;
}

const SHELL_FILE = 'exports.sh';

/** @param name of the file in docs/tutorials, without its extension */
export function openTutorial(name: string, { byTest = [] }: WalkOptions = {}): Walk {
  const sections = sectionsOf(readRepositoryFile(`docs/tutorials/${name}.md`));
  const home = mkdtempSync(join(tmpdir(), 'svc-tutorial-'));
  const folder = join(home, 'reader');
  mkdirSync(folder);
  writeFileSync(join(home, SHELL_FILE), '');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeProgram(join(bin, 'svc-server'), join(ROOT, 'server/bin/svc-server.js'));
  const known = new Map<string, string>();
  const done = new Set<string>();
  const blocks = (section: string) => sections.get(section) ?? expect.fail(`${name} has no section "${section}"`);
  const filled = (text: string) => [...known].reduce((result, [from, to]) => result.replaceAll(from, to), text);

  const run = async (script: string, meanwhile?: () => Promise<unknown>) => {
    const shell = join(home, SHELL_FILE);
    const text = `. '${shell}'\n${filled(script)}\n{ export -p; echo "cd '$PWD'"; } > '${shell}'`;
    const path = `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const child = spawn('sh', ['-e', '-c', text], {
      cwd: folder,
      env: { ...ALONE, PATH: path, HOME: home },
      timeout: PROGRAM_WITHIN_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => (output += part));
    }
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await meanwhile?.();
    const code = await ended;
    expect(code, `${script}\n${output}`).toBe(Number(/# ends with (\d)/.exec(script)?.[1] ?? 0));
    return output;
  };

  return {
    home,
    folder,
    blocks,
    expectShown(section, output) {
      done.add(section);
      const shown = blocks(section).filter(({ language }) => language === 'text');
      for (const { text } of shown) expectPrinted(output, filled(text));
    },
    know: (more) => {
      for (const [from, to] of Object.entries(more)) known.set(from, to);
    },
    async follow(section, meanwhile) {
      done.add(section);
      const last = blocks(section).findLast(({ language }) => language === 'sh');
      let [all, printed] = ['', ''];
      for (const block of blocks(section)) {
        const file = FILE_NAME.exec(block.text)?.[1];
        if (byTest.includes(block.text.trim())) continue;
        if (block.language === 'text') expectPrinted(printed, filled(block.text));
        else if (block.language === 'sh') {
          printed = await run(block.text, block === last ? meanwhile : undefined);
          all += printed;
        } else if (file !== undefined) {
          const path = join(placeOf(home, folder), file);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, filled(block.text));
        }
      }
      return all;
    },
    expectDone() {
      const commands = [...sections].filter(([, all]) => all.some(({ language }) => language === 'sh'));
      expect(commands.map(([section]) => section).filter((section) => !done.has(section))).toEqual([]);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** No registry is asked: what a tutorial installs comes from the service. */
const ALONE = { npm_config_registry: 'http://127.0.0.1:9', npm_config_audit: 'false', npm_config_fund: 'false' };

/** The first line of a file says where it stands. */
const FILE_NAME = /^(?:#|\/\/) ([\w./-]+\.\w+)\n/;

/** The folder in which the reader's shell is. */
function placeOf(home: string, folder: string): string {
  const place = /^cd '(.*)'$/m.exec(readFileSync(join(home, SHELL_FILE), 'utf8'))?.[1];
  return place !== undefined && existsSync(place) ? place : folder;
}

function writeProgram(path: string, program: string): void {
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
}

/** Code blocks by the heading above them. */
function sectionsOf(text: string): Map<string, Block[]> {
  const sections = new Map<string, Block[]>();
  for (const part of text.split(/^## /m).slice(1)) {
    const [heading = ''] = part.split('\n');
    const blocks = [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
    sections.set(
      heading,
      blocks.map(([, language = '', code = '']) => ({ language, text: code })),
    );
  }
  return sections;
}

/** An ellipsis stands for what differs each time, and a line of it for lines that are left out. */
function expectPrinted(output: string, expected: string): void {
  const pattern = expected
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*')}\\n`))
    .join('');
  expect(`${output.trimEnd()}\n`).toMatch(new RegExp(pattern));
}

const escaped = (text: string): string => text.trimEnd().replaceAll(/[.*+?^$&()|[\]{}\\]/g, '\\$&');
