// SPDX-License-Identifier: Apache-2.0
/** A policy as lines to compare: each field on a line of its own, as in its file. They are never read back. */
import type { PolicyCondition, PolicySpec } from '@svc/contract';

/** @returns lines such as `action: EXPORT` and `    - minRecords: 1000` */
export function policyLines({ condition, ...fields }: PolicySpec): string[] {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${shown(value)}`);
  if (condition === undefined) return lines;
  const at = lines.findIndex((line) => line.startsWith('decision: '));
  return lines.toSpliced(at === -1 ? lines.length : at, 0, 'condition:', ...conditionLines(condition, '  '));
}

function conditionLines(condition: PolicyCondition, indent: string): string[] {
  const { allOf, anyOf, ...fields } = condition;
  const lines = Object.entries(fields).map(([name, value]) => `${indent}${name}: ${shown(value)}`);
  for (const [name, parts] of Object.entries({ allOf, anyOf })) {
    if (parts === undefined) continue;
    lines.push(`${indent}${name}:`);
    for (const part of parts) {
      const [first = '{}', ...rest] = conditionLines(part, '');
      lines.push(`${indent}  - ${first}`, ...rest.map((line) => `${indent}    ${line}`));
    }
  }
  return lines;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return String(value);
}
