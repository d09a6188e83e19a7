// SPDX-License-Identifier: Apache-2.0
/** A small prompt, for machines without psql: statements of standard input, answers as tables. */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { renderAnswer } from './table.ts';

export interface PromptStreams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

const FIRST_PROMPT = 'svc=> ';
const NEXT_PROMPT = 'svc-> ';
const END = /^\s*(\\q|exit|quit)\s*$/;
const STATEMENT_END = /;\s*$/;
const FAILED = 1;

/** @returns 0, or 1 when a statement of something other than a terminal failed: the rest is not run then */
export async function runBuiltIn(client: pg.Client, { stdin, stdout, stderr }: PromptStreams): Promise<number> {
  const isTerminal = stdin.isTTY === true;
  const lines = createInterface({ input: stdin, ...(isTerminal && { output: stdout }), terminal: isTerminal });
  lines.on('SIGINT', () => lines.close());
  const run = async (statement: string): Promise<boolean> => {
    try {
      stdout.write(renderAnswer(await client.query({ text: statement, rowMode: 'array' })));
      return true;
    } catch (error) {
      stderr.write(`ERROR: ${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    }
  };
  const ask = (prompt: string) => {
    if (!isTerminal) return;
    lines.setPrompt(prompt);
    lines.prompt();
  };
  let statement = '';
  ask(FIRST_PROMPT);
  for await (const line of lines) {
    if (statement === '' && END.test(line)) break;
    statement += `${line}\n`;
    if (STATEMENT_END.test(line)) {
      const isDone = await run(statement);
      if (!isDone && !isTerminal) return FAILED;
      statement = '';
    }
    ask(statement.trim() === '' ? FIRST_PROMPT : NEXT_PROMPT);
  }
  lines.close();
  return statement.trim() === '' || (await run(statement)) || isTerminal ? 0 : FAILED;
}
