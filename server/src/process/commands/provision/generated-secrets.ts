// SPDX-License-Identifier: Apache-2.0
/**
 * Generated keys and webhook secrets go into a file of the data folder that its owner alone reads, and onto the
 * terminal of a person. They never go to the log, which many read and which is kept.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedSecrets } from '../../../lifecycle/provisioning/index.ts';

const FOLDER = 'generated-secrets';
const TAG_BYTES = 4;

export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** @returns the path of the file @throws Error that says what to do when it cannot be written */
export function keepGenerated(dataDir: string, generated: GeneratedSecrets, nowMs: number): string {
  const folder = join(dataDir, FOLDER);
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '').replace(/\..*$/, '');
  const path = join(folder, `${stamp}-${randomBytes(TAG_BYTES).toString('hex')}.txt`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeSync(file, linesOf(generated));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Error(
      `Generated keys and secrets could not be kept in ${folder} (${(error as NodeJS.ErrnoException).code}), so that ` +
        'nothing was applied: make SVC_DATA_DIR writable, or give the values in the file.',
      { cause: error },
    );
  }
  return path;
}

/** A terminal is read by the person who applies the file. */
export function showGenerated(generated: GeneratedSecrets, terminal: Terminal): void {
  if (terminal.isTTY === true) terminal.write(linesOf(generated));
}

function linesOf({ generatedKeys, generatedWebhookSecrets }: GeneratedSecrets): string {
  const keys = generatedKeys.map(({ organization, name, key }) => `API key ${name} of ${organization}: ${key}\n`);
  const secrets = generatedWebhookSecrets.map(({ organization, url, secret }) => {
    return `Secret of the webhook ${url} of ${organization}: ${secret}\n`;
  });
  return [...keys, ...secrets].join('');
}
