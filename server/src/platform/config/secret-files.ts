// SPDX-License-Identifier: Apache-2.0
/** Secrets from files: `DATABASE_URL_FILE` names the file that holds what `DATABASE_URL` would. */
import { closeSync, openSync, readSync } from 'node:fs';
import { EncodingFault, readKeyMaterial, readText } from '@svc/core/text-input';

const SECRET_FILE_BYTES_MAX = 65_536;

export function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * The value of a secret variable, from the environment or from its file, without what stands around it.
 * @throws Error with a sentence that begins with the name of a variable
 */
export function secretText(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const fileName = fileVariableOf(name);
  const text = readKeyMaterial(environment[name] ?? '') || undefined;
  const path = environment[fileName] || undefined;
  if (path === undefined) return text;
  if (text !== undefined) throw new Error(`${name} and ${fileName} are both set: set one of them.`);
  const held = readKeyMaterial(readSecretFile(fileName, path));
  if (held === '') throw new Error(`${fileName}: the file ${path} is empty.`);
  return held;
}

function readSecretFile(fileName: string, path: string): string {
  const buffer = Buffer.alloc(SECRET_FILE_BYTES_MAX + 1);
  let bytes: number;
  try {
    const file = openSync(path, 'r');
    try {
      bytes = readSync(file, buffer, 0, buffer.length, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Error(`${fileName}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes > SECRET_FILE_BYTES_MAX) {
    throw new Error(`${fileName}: the file ${path} is larger than ${SECRET_FILE_BYTES_MAX} bytes, which no secret is.`);
  }
  try {
    return readText(buffer.subarray(0, bytes));
  } catch (error) {
    if (!(error instanceof EncodingFault)) throw error;
    throw new Error(`${fileName}: the file ${path} cannot be read. ${error.message}`);
  }
}
