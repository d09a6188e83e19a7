// SPDX-License-Identifier: Apache-2.0
/** The difference of two policy sets: every event whose decision or approvers differ, as few broad areas. */
import type { DecisionWord } from '@svc/contract';
import { isLooserIn } from '../approvals/index.ts';
import { type Area, areaOf } from './area.ts';
import { type Box, coverOf } from './cover.ts';
import { FALSE } from './operations.ts';
import {
  type DecisionKind,
  decidingList,
  type Opened,
  type OpenedSet,
  openEvents,
  permittedOutcome,
} from './organization.ts';
import { classesOf, decisionOf, formOf, strictnessOf } from './outcome.ts';
import type { ReviewForm } from './review-forms.ts';
import { deciderAt, type Witness, witnessAt } from './witness.ts';

/** A decision, and how a REVIEW is answered; other decisions have no approvers. */
export interface SideOfChange extends ReviewForm {
  readonly decision: DecisionWord;
}

export interface ChangedArea {
  readonly area: Area;
  /** An event in it, decided by the set after the change. */
  readonly witness: Witness;
  /** The names of the policies that decide the event before and after; null when risk does. */
  readonly by: { readonly before: string | null; readonly after: string | null };
}

/** Events that go from one outcome to another. Areas say nothing of permissions: refused events stay refused. */
export interface Change {
  readonly from: SideOfChange;
  readonly to: SideOfChange;
  readonly kind: 'looser' | 'stricter' | 'approvers';
  /** False: areas also enter places where something at least as strict decides, before and after. */
  readonly isExact: boolean;
  /** Broadest first. */
  readonly areas: readonly ChangedArea[];
}

/** More boxes than this are not read: then they may grow over places that stay as strict. */
const EXACT_BOXES_MAX = 8;

/** The changes from one set to the other, loosest first; none when every event keeps its outcome. */
export function differenceOf(opened: Opened, before: OpenedSet, after: OpenedSet, of: DecisionKind): Change[] {
  const { diagram } = opened;
  const [old, next] = [permittedOutcome(opened, before, of), permittedOutcome(opened, after, of)];
  const changed = diagram.change(old, next);
  if (changed === FALSE) return [];
  const open = openEvents(opened);
  const changes: Change[] = [];
  const sideOf = (value: number): SideOfChange => ({ decision: decisionOf(value), ...formOf(diagram, value) });
  for (const { value, before: from, after: to } of changesInOrder(opened)) {
    const everywhere = diagram.equals(changed, value);
    const region = diagram.and(everywhere, open);
    if (region === FALSE) continue;
    const exact = coverOf(opened, region, everywhere);
    const isExact = exact.length <= EXACT_BOXES_MAX;
    const boxes = isExact ? exact : coverOf(opened, region, asStrict(opened, everywhere, old, next, from, to));
    const [left, right] = [sideOf(from), sideOf(to)];
    changes.push({
      from: left,
      to: right,
      kind: kindOf(left, right),
      isExact,
      areas: boxes.map((box) => changedArea(opened, before, after, of, box)),
    });
  }
  return changes.sort((left, right) => KIND_ORDER[left.kind] - KIND_ORDER[right.kind]);
}

const KIND_ORDER: Readonly<Record<Change['kind'], number>> = { looser: 0, stricter: 1, approvers: 2 };

/** Those that the diagram met, in the order of the outcomes. */
const changesInOrder = ({ diagram }: Opened) =>
  diagram.changes().sort((left, right) => left.before - right.before || left.after - right.after);

function kindOf(from: SideOfChange, to: SideOfChange): Change['kind'] {
  const [before, after] = [strictnessOf(from.decision), strictnessOf(to.decision)];
  if (before === after) return kindOfReviews(from, to);
  return before > after ? 'looser' : 'stricter';
}

/**
 * A review that is kept and then may be passed on can reach others, whatever it names. One that fewer people
 * approve is looser in the same way.
 */
function kindOfReviews(from: ReviewForm, to: ReviewForm): Change['kind'] {
  if ((!from.escalates && to.escalates) || isLooserIn(from.approvals, to.approvals)) return 'looser';
  return JSON.stringify(from.approvers) === JSON.stringify(to.approvers) ? 'stricter' : 'approvers';
}

/** The changed events, and those whose outcome stays and is at least as strict as both of these. */
function asStrict({ diagram }: Opened, changed: number, old: number, next: number, from: number, to: number): number {
  const atLeast = Math.max(strictnessOf(decisionOf(from)), strictnessOf(decisionOf(to)));
  const strict = classesOf((['ALLOW', 'REVIEW', 'BLOCK'] as const).filter((word) => strictnessOf(word) >= atLeast));
  const unchanged = diagram.equals(diagram.change(old, next), 0);
  return diagram.or(changed, diagram.and(unchanged, diagram.isOneOf(old, strict)));
}

function changedArea(opened: Opened, before: OpenedSet, after: OpenedSet, of: DecisionKind, box: Box): ChangedArea {
  const nameIn = (set: OpenedSet) => deciderAt(opened, decidingList(opened, set, of), box.seed)?.name ?? null;
  return {
    area: areaOf(opened.dimensions, box),
    witness: witnessAt(opened, after, box.seed),
    by: { before: nameIn(before), after: nameIn(after) },
  };
}
