// SPDX-License-Identifier: Apache-2.0
/** The edits of a policy, as a reducer: each gives a new draft, in which everything that did not change is the same. */
import type { ConditionField, ConditionNode, Group, Leaf, PolicyDraft } from './draft.ts';

export type Edit =
  | { type: 'set'; fields: Partial<Omit<PolicyDraft, 'root' | 'nextId'>> }
  /** A new condition at the end of a group. */
  | { type: 'addCondition'; groupId: number; field: ConditionField }
  | { type: 'addGroup'; groupId: number }
  | { type: 'remove'; id: number }
  /** With a value, where the new field takes the same kind. */
  | { type: 'setField'; id: number; field: ConditionField; value?: Leaf['value'] }
  | { type: 'setValue'; id: number; value: Leaf['value'] }
  | { type: 'setMany'; id: number; many: Group['many'] }
  /** To another place in its group. */
  | { type: 'moveTo'; id: number; index: number };

/** The value of a new condition until a person changes it. */
const FIRST_VALUES: { readonly [Field in ConditionField]: Leaf['value'] } = {
  action: 'EXPORT',
  destination: 'EXTERNAL',
  destinationContains: '',
  containsSensitiveData: true,
  minRecords: 1_000,
  maxRecords: 1_000,
  minRiskScore: 60,
  outsideBusinessHours: true,
  agentIds: [],
  dlpTypes: [],
  lgpdCategories: [],
};

export function edited(draft: PolicyDraft, edit: Edit): PolicyDraft {
  if (edit.type === 'set') return { ...draft, ...edit.fields };
  const isAdding = edit.type === 'addCondition' || edit.type === 'addGroup';
  const changed = changedAt([draft.root], isAdding ? edit.groupId : edit.id, changeOf(edit, draft.nextId));
  // The outermost group cannot be taken away, and an id that is gone changes nothing.
  const [root] = changed ?? [];
  if (root?.kind !== 'group') return draft;
  return { ...draft, root, nextId: isAdding ? draft.nextId + IDS_OF_A_GROUP : draft.nextId };
}

/** A new group comes with its first condition. */
const IDS_OF_A_GROUP = 2;

type Nodes = readonly ConditionNode[];
type Change = (nodes: Nodes, index: number) => Nodes;

function changeOf(edit: Exclude<Edit, { type: 'set' }>, nextId: number): Change {
  switch (edit.type) {
    case 'addCondition':
      return inGroup(({ parts }) => [...parts, leaf(nextId, edit.field)]);
    case 'addGroup':
      return inGroup(({ parts, many }) => {
        const first = [leaf(nextId + 1, 'minRecords')];
        const other = many === 'all' ? 'any' : 'all';
        return [...parts, { kind: 'group', id: nextId, many: other, isFields: false, parts: first }];
      });
    case 'remove':
      return (nodes, index) => nodes.toSpliced(index, 1);
    case 'setField':
      return (nodes, index) => {
        const { id, field, value = FIRST_VALUES[field] } = edit;
        return nodes.with(index, { kind: 'leaf', id, field, value } as Leaf);
      };
    case 'setValue':
      return (nodes, index) => nodes.with(index, { ...nodes[index], value: edit.value } as Leaf);
    case 'setMany':
      return (nodes, index) => {
        const group = nodes[index] as Group;
        return nodes.with(index, { ...group, many: edit.many, isFields: edit.many === 'all' && group.isFields });
      };
    case 'moveTo':
      return (nodes, index) => nodes.toSpliced(index, 1).toSpliced(edit.index, 0, nodes[index] as ConditionNode);
  }
}

function leaf(id: number, field: ConditionField): Leaf {
  return { kind: 'leaf', id, field, value: FIRST_VALUES[field] } as Leaf;
}

function inGroup(partsOf: (group: Group) => Nodes): Change {
  return (nodes, index) => {
    const group = nodes[index] as Group;
    return nodes.with(index, { ...group, parts: partsOf(group) });
  };
}

/** The nodes in which the one with this id was changed; null when none of them or of their parts has it. */
function changedAt(nodes: Nodes, id: number, change: Change): Nodes | null {
  for (const [index, node] of nodes.entries()) {
    if (node.id === id) return change(nodes, index);
    if (node.kind !== 'group') continue;
    const parts = changedAt(node.parts, id, change);
    if (parts !== null) return nodes.with(index, { ...node, parts });
  }
  return null;
}
