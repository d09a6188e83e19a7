// SPDX-License-Identifier: Apache-2.0
/** The text form of COPY: fields between tabs, with escapes of a backslash. */

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The fields of one row; null for NULL. */
export function fieldsOfRow(line: Buffer): (string | null)[] {
  return line
    .toString()
    .split('\t')
    .map((field) =>
      field === '\\N' ? null : field.replace(/\\(.)/gs, (_escape, sign: string) => ESCAPES[sign] ?? sign),
    );
}
