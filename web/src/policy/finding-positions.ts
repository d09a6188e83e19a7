// SPDX-License-Identifier: Apache-2.0
/** Faults and warnings at the rows and fields of the form that they are about. */
import { segmentsOf } from '@svc/documents';
import { type Group, nodesByPath } from './draft/draft.ts';

export interface Finding {
  /** Within the policy: `name`, `condition.anyOf[2].minRecords`; empty: the whole. */
  path: string;
  text: string;
}

export interface PositionedFindings {
  /** By the id of the row. */
  rows: ReadonlyMap<number, string>;
  /** By the name of the field. */
  fields: ReadonlyMap<string, string>;
  /** About no row and no field that the form has. */
  whole: readonly string[];
}

const FIELDS = new Set(['name', 'description']);

export function positionFindings(findings: readonly Finding[], root: Group): PositionedFindings {
  const rows = new Map<number, string>();
  const fields = new Map<string, string>();
  const whole: string[] = [];
  const nodes = findings.some(({ path }) => path.startsWith('condition'))
    ? nodesByPath(root)
    : new Map<string, number>();
  for (const { path, text } of findings) {
    const id = rowOf(path, nodes);
    const [field = ''] = segmentsOf(path);
    if (id !== undefined && id !== root.id) add(rows, id, text);
    else if (FIELDS.has(field)) add(fields, field, text);
    else if (!whole.includes(text)) whole.push(text);
  }
  return { rows, fields, whole };
}

/** The first sentence about a place is enough. */
function add<Key>(map: Map<Key, string>, key: Key, text: string): void {
  if (!map.has(key)) map.set(key, text);
}

/** The row of the path, or of the nearest group around it. */
function rowOf(path: string, nodes: ReadonlyMap<string, number>): number | undefined {
  for (let at = path; at !== ''; at = at.replace(/(?:\.[^.[\]]+|\[\d+\])$|^[^.[\]]+$/, '')) {
    const id = nodes.get(at);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The path of a field in the document of a file, within its policy. */
export function policyPath([head, ...rest]: readonly string[]): string {
  if (head !== 'spec' && head !== 'metadata') return '';
  return rest.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
}
