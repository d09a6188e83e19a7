// SPDX-License-Identifier: Apache-2.0
/** Splits an organization of the file: the records that are applied, and those whose stored values stay. */
import type { OrganizationEntry } from '../document.ts';
import { type Choice, type ChoosingDeps, choose, type SaidToKeep } from '../kept/index.ts';
import type { Place } from '../reading/index.ts';
import type { UserEntry } from '../records/users.ts';
import { type EntryOf, LIST_NAMES, LIST_RULES, type ListName, type ListRules } from './list-rules.ts';
import type { Stored } from './organization.ts';

export interface Split {
  applied: OrganizationEntry;
  /** The records and fields whose stored values stay. */
  kept: OrganizationEntry;
  /** The new memory of the file. */
  said: SaidToKeep[];
  /** The people to whom the file gives another password, by e-mail key. */
  passwords: string[];
}

/** @param deps what the file said before @param stored what the organization has */
export function splitEntry(entry: OrganizationEntry, stored: Stored, deps: ChoosingDeps): Split {
  const split: Split = { applied: entry, kept: entry, said: [], passwords: [] };
  splitSettings(split, entry, stored, deps);
  for (const list of LIST_NAMES) splitKind(split, list, entry, stored, deps);
  return split;
}

function splitKind<List extends ListName>(
  split: Split,
  list: List,
  entry: OrganizationEntry,
  stored: Stored,
  deps: ChoosingDeps,
): void {
  const rules = LIST_RULES[list](stored);
  const entries = entry[list] as readonly EntryOf<List>[];
  const applied: EntryOf<List>[] = [];
  const kept: EntryOf<List>[] = [];
  for (const one of entries) {
    const key = rules.keyOf(one);
    const wasMade = rules.wasMade ?? rules.isStored;
    const choice = choose(deps, { kind: list, key, place: one.place }, wasMade(key));
    if (choice.said !== null) split.said.push(choice.said);
    if (list === 'users' && givesPassword(one as UserEntry, choice, deps)) split.passwords.push(key);
    const halves = halvesOf(one, choice, rules.isStored(key), rules.isUnreadable?.(key) === true, rules);
    if (halves.applied !== null) applied.push(halves.applied);
    if (halves.kept !== null) kept.push(halves.kept);
  }
  split.applied = { ...split.applied, [list]: applied };
  split.kept = { ...split.kept, [list]: kept };
}

/** A person whose password the file no longer gives keeps the stored one. */
function givesPassword({ password }: UserEntry, { changed }: Choice, { isForced }: ChoosingDeps): boolean {
  if (password === undefined) return false;
  return isForced || changed?.has('password') === true;
}

function halvesOf<Entry extends { readonly place: Place }>(
  entry: Entry,
  { isApplied, changed }: Choice,
  isStored: boolean,
  isUnreadable: boolean,
  { base, held }: Pick<ListRules<Entry>, 'base' | 'held'>,
): { applied: Entry | null; kept: Entry | null } {
  if (isUnreadable) return { applied: entry, kept: null };
  if (!isApplied) return { applied: null, kept: entry };
  if (changed === null || !isStored) return { applied: entry, kept: null };
  const stays = held.filter((field) => !changed.has(field) && entry[field] !== undefined);
  return { applied: without(entry, stays), kept: stays.length === 0 ? null : only(entry, [...base, ...stays]) };
}

/** Each setting counts by itself. The name is that of the organization. */
function splitSettings(split: Split, entry: OrganizationEntry, stored: Stored, deps: ChoosingDeps): void {
  const record = { kind: 'organization', key: '', place: entry.place } as const;
  const { isApplied, changed, said } = choose(deps, record, stored.settings !== undefined);
  if (said !== null) split.said.push(said);
  const given = (Object.keys(entry.place.fields) as (keyof OrganizationEntry & string)[]).filter((field) => {
    return field !== 'id' && field !== 'name' && !(LIST_NAMES as readonly string[]).includes(field);
  });
  const goes = given.filter((field) => isApplied && (changed === null || changed.has(field)));
  split.applied = without(
    entry,
    given.filter((field) => !goes.includes(field)),
  );
  split.kept = without(entry, goes);
}

function without<Entry>(entry: Entry, fields: readonly (keyof Entry & string)[]): Entry {
  return { ...entry, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

function only<Entry extends { readonly place: Place }>(entry: Entry, fields: readonly (keyof Entry & string)[]): Entry {
  const values = fields.map((field) => [field, entry[field]]);
  return { ...Object.fromEntries(values), place: entry.place } as Entry;
}
