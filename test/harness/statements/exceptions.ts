// SPDX-License-Identifier: Apache-2.0
/** Statements that break a rule today, each with the reason. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface StatementException {
  /** The beginning of the statement. */
  begins: string;
  why: string;
}

const FILE = fileURLToPath(new URL('../../statements/exceptions.json', import.meta.url));

export const EXCEPTIONS: readonly StatementException[] = JSON.parse(readFileSync(FILE, 'utf8'));

export const isExcepted = (text: string): boolean => EXCEPTIONS.some(({ begins }) => text.startsWith(begins));
