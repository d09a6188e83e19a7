// SPDX-License-Identifier: Apache-2.0
/** The statements of a migration. Citus hands the text of a message on as it is, and a worker takes one statement. */

/** A comment, a text, a quoted name, the body of a function, the end of a statement, or anything else. */
const PARTS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-'"$;]+|[\s\S]/g;

export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [part] of sql.matchAll(PARTS)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.map((text) => text.trim()).filter((text) => text !== '');
}
