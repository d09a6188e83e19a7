// SPDX-License-Identifier: Apache-2.0
/**
 * A policy while it is edited. Its condition is a tree whose nodes have ids of our own: a row keeps its place on the
 * page while others come and go. A condition of the wire may hold several fields and groups, which all must match. Here
 * each is a node, and their group remembers that they stand in one condition.
 */
import type { PolicyCondition, PolicySpec, StoredPolicy } from '@svc/contract';
import { type Approvals, approvalsOf, writtenApprovals } from '@svc/core/approvals';

export type ConditionField = Exclude<keyof PolicyCondition, 'allOf' | 'anyOf'>;

/** A number field may be empty while a person types: null, which no saved policy holds. */
type ValueOf<Field extends ConditionField> =
  | NonNullable<PolicyCondition[Field]>
  | (Field extends 'minRecords' | 'maxRecords' | 'minRiskScore' ? null : never);

type LeafOf<Field extends ConditionField> = { kind: 'leaf'; id: number; field: Field; value: ValueOf<Field> };
export type Leaf = { [Field in ConditionField]: LeafOf<Field> }[ConditionField];

export interface Group {
  kind: 'group';
  id: number;
  many: 'all' | 'any';
  /** Written as the fields of one condition, and not as a list: only where `many` is `all`. */
  isFields: boolean;
  parts: readonly ConditionNode[];
}

export type ConditionNode = Leaf | Group;

export interface PolicyDraft {
  name: string;
  description: string;
  enabled: boolean;
  action: PolicySpec['action'];
  resource: NonNullable<PolicySpec['resource']>;
  /** A group without parts is a policy without a condition. */
  root: Group;
  decision: PolicySpec['decision'];
  mode: NonNullable<PolicySpec['mode']>;
  approverRoles: NonNullable<PolicySpec['approverRoles']>;
  /** Names of groups. */
  approverGroups: readonly string[];
  escalate: boolean;
  /** Only a decision of REVIEW has them. */
  approvals: Approvals;
  /** The next id to give. */
  nextId: number;
}

const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;

/** @param before ids are taken from its nodes that stand in the same places, so that rows stay the same */
export function draftOf(spec: PolicySpec, before?: PolicyDraft): PolicyDraft {
  const ids = new Ids(before?.nextId ?? 1);
  const { approverRoles = [] } = spec;
  return {
    name: spec.name,
    description: spec.description ?? '',
    enabled: spec.enabled ?? true,
    action: spec.action,
    resource: spec.resource ?? 'ANY',
    root: rootOf(spec.condition ?? {}, ids, before?.root),
    decision: spec.decision,
    mode: spec.mode ?? 'ENFORCE',
    approverRoles: ROLES.filter((role) => approverRoles.includes(role)),
    approverGroups: spec.approverGroups ?? [],
    escalate: spec.escalate ?? true,
    approvals: approvalsOf(spec.approvals),
    nextId: ids.next,
  };
}

class Ids {
  next: number;

  constructor(next: number) {
    this.next = next;
  }

  take(before: ConditionNode | undefined): number {
    if (before !== undefined) return before.id;
    this.next += 1;
    return this.next - 1;
  }
}

/** The outermost node is always a group, to which a person can add. */
function rootOf(condition: PolicyCondition, ids: Ids, before: Group | undefined): Group {
  const node = nodeOf(condition, ids, before);
  if (node.kind === 'group') return node;
  return { kind: 'group', id: ids.take(undefined), many: 'all', isFields: true, parts: [node] };
}

function nodeOf(condition: PolicyCondition, ids: Ids, before: ConditionNode | undefined): ConditionNode {
  const names = (Object.keys(condition) as (keyof PolicyCondition)[]).filter((name) => condition[name] !== undefined);
  const [only] = names;
  if (names.length === 1 && only !== undefined) return entryOf(condition, only, ids, before);
  const same = before?.kind === 'group' && before.isFields ? before : undefined;
  const id = ids.take(same);
  const parts = names.map((name, index) => entryOf(condition, name, ids, same?.parts[index]));
  return { kind: 'group', id, many: 'all', isFields: true, parts };
}

function entryOf(
  condition: PolicyCondition,
  name: keyof PolicyCondition,
  ids: Ids,
  before: ConditionNode | undefined,
): ConditionNode {
  if (name !== 'allOf' && name !== 'anyOf') {
    const same = before?.kind === 'leaf' && before.field === name ? before : undefined;
    return { kind: 'leaf', id: ids.take(same), field: name, value: condition[name] } as Leaf;
  }
  const many = name === 'allOf' ? 'all' : 'any';
  const same = before?.kind === 'group' && !before.isFields && before.many === many ? before : undefined;
  const id = ids.take(same);
  const parts = (condition[name] ?? []).map((part, index) => nodeOf(part, ids, same?.parts[index]));
  return { kind: 'group', id, many, isFields: false, parts };
}

/** The policy with every default written out, in the order of policy files. */
export function specOf(draft: PolicyDraft): PolicySpec {
  const { name, description, enabled, action, resource, root, decision, mode, escalate } = draft;
  const { approverRoles, approverGroups } = draft;
  const approvals = decision === 'REVIEW' ? writtenApprovals(draft.approvals) : undefined;
  const hasCondition = root.parts.length > 0 || !root.isFields;
  return {
    name,
    ...(description !== '' && { description }),
    enabled,
    action,
    resource,
    ...(hasCondition && { condition: conditionOf(root) }),
    decision,
    mode,
    approverRoles: [...approverRoles],
    ...(approverGroups.length > 0 && { approverGroups: [...approverGroups] }),
    ...(!escalate && { escalate }),
    ...(approvals !== undefined && { approvals }),
  };
}

/** A number that is not there yet comes as null, which the check of the policy refuses at its place. */
function conditionOf(node: ConditionNode): PolicyCondition {
  if (node.kind === 'leaf') return { [node.field]: node.value };
  const { many, parts } = node;
  if (isWrittenAsFields(node)) return Object.assign({}, ...parts.map(conditionOf)) as PolicyCondition;
  return { [many === 'all' ? 'allOf' : 'anyOf']: parts.map(conditionOf) };
}

/** A field stands in a condition once: a second one of its name makes a list of the group. */
export function isWrittenAsFields({ many, isFields, parts }: Group): boolean {
  if (!isFields || many !== 'all') return false;
  const names = new Set<string>();
  for (const part of parts) {
    const name = part.kind === 'leaf' ? part.field : part.many;
    if (names.has(name) || (part.kind === 'group' && isWrittenAsFields(part))) return false;
    names.add(name);
  }
  return true;
}

/** The node of each condition and field, by its path in the policy: `condition.allOf[1].minRecords`. */
export function nodesByPath(root: Group): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (node: ConditionNode, path: string) => {
    if (node.kind === 'leaf') {
      found.set(`${path}.${node.field}`, node.id);
      return;
    }
    if (isWrittenAsFields(node)) {
      if (!found.has(path)) found.set(path, node.id);
      for (const part of node.parts) walk(part, path);
      return;
    }
    const list = `${path}.${node.many === 'all' ? 'allOf' : 'anyOf'}`;
    found.set(list, node.id);
    for (const [index, part] of node.parts.entries()) {
      const at = `${list}[${index}]`;
      found.set(at, part.id);
      walk(part, at);
    }
  };
  walk(root, 'condition');
  return found;
}

/** A stored policy as it is sent, with every default written out. */
export function storedSpec(stored: StoredPolicy): PolicySpec {
  return specOf(draftOf(stored));
}
