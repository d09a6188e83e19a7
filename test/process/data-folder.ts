// SPDX-License-Identifier: Apache-2.0
/** Looks for a text in every file below a folder, in the forms in which a database may write it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function filesWithContent(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0);
}

/** @returns the files that hold it */
export function holding(files: readonly string[], text: string): string[] {
  const needles = [
    Buffer.from(text, 'utf8'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('hex')),
    Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)),
  ];
  return files.filter((file) => {
    const bytes = readFileSync(file);
    return needles.some((needle) => bytes.includes(needle));
  });
}
