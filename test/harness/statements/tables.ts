// SPDX-License-Identifier: Apache-2.0
/**
 * Reads which tables a statement touches, and which of them it binds to one organization. An equality with a parameter
 * binds, and one with a table of the same FROM that is bound. An inner query is bound by itself, since a planner need
 * not see through it. The reader knows as much of SQL as the service uses, and counts everything else as unbound.
 */

export interface Touched {
  table: string;
  isWritten: boolean;
  /** To the organization of a parameter, or to those of a list (`= ANY ($1)`). */
  bound: 'one' | 'list' | null;
}

/** A query with its own names: the statement, a sub-select, or a common table expression. */
interface Scope {
  parent: Scope | null;
  sources: Source[];
  /** The tables of this query and of those in it. */
  tables: Source[];
}

/** A name after FROM, JOIN, UPDATE, INTO or USING. */
interface Source extends Touched {
  name: string;
  /** A sub-select or a common table expression. */
  isInner: boolean;
}

const TOKENS = /'(?:[^']|'')*'|"[^"]*"|\$\d+|[A-Za-z_][\w.]*|::|\d+(?:\.\d+)?|[<>=!|+\-*/%&#~@^?]+|[(),;[\]:]/g;
const COLUMN = /^(?:(\w+)\.)?organization_id$/;
const KEYWORDS = new Set(
  `select from where join on using left right inner cross full group order limit offset set values returning as union
  all except intersect with and or not for when then else end having window lateral natural do update delete insert
  into exists in is case of only skip materialized`.split(/\s+/),
);
const QUERY = /^(select|insert|update|delete|with|values)$/;

/** Each table that the statement names, as often as it names it. */
export function touchedTables(text: string): Touched[] {
  return new Reader(text).read();
}

class Reader {
  readonly #tokens: string[];
  readonly #equal: [Source, Source][] = [];
  /** Sources of an outer query, each with one of an inner query that has the same organization. */
  readonly #follows: [Source, Source][] = [];
  readonly #common = new Set<string>();
  /** Looks that wait until all names of their query are known: a condition may stand before the FROM. */
  readonly #later: (() => void)[] = [];

  constructor(text: string) {
    this.#tokens = (text.match(TOKENS) ?? []).map((token) => token.toLowerCase());
  }

  read(): Touched[] {
    const scope = newScope(null);
    this.#readScope(0, scope);
    for (const look of this.#later) look();
    this.#spread();
    return scope.tables.map(({ table, isWritten, bound }) => ({ table, isWritten, bound }));
  }

  #at(index: number): string {
    return this.#tokens[index] ?? '';
  }

  /** Reads a query up to its closing bracket. @returns the index of that bracket */
  #readScope(start: number, scope: Scope): number {
    let depth = 0;
    let index = start;
    for (; index < this.#tokens.length; index += 1) {
      const token = this.#at(index);
      if (token === '(' && QUERY.test(this.#at(index + 1))) index = this.#readInner(index, scope);
      else if (token === '(') depth += 1;
      else if (token === ')' && depth === 0) break;
      else if (token === ')') depth -= 1;
      else if (token === '=') this.#later.push(this.#equality(index, scope));
      else this.#noteSource(index, scope);
    }
    this.#later.push(() => this.#noteInserted(start, index, scope));
    return index;
  }

  #readInner(bracket: number, outer: Scope): number {
    const scope = newScope(outer);
    const common = this.#commonName(bracket);
    if (common !== null) this.#common.add(common);
    const end = this.#readScope(bracket + 1, scope);
    outer.tables.push(...scope.tables);
    if (common === null) outer.sources.push({ ...source(this.#aliasAt(end + 1)), isInner: true });
    return end;
  }

  /** The name in `name [(columns)] AS [MATERIALIZED] (`, or null where the bracket opens something else. */
  #commonName(bracket: number): string | null {
    let place = bracket - 1;
    while (/^(not|materialized)$/.test(this.#at(place))) place -= 1;
    if (this.#at(place) !== 'as') return null;
    place -= 1;
    if (this.#at(place) === ')') while (place > 0 && this.#at(place) !== '(') place -= 1;
    return this.#at(this.#at(place) === '(' ? place - 1 : place);
  }

  #aliasAt(index: number): string {
    const place = this.#at(index) === 'as' ? index + 1 : index;
    return /^[a-z_]\w*$/.test(this.#at(place)) && !KEYWORDS.has(this.#at(place)) ? this.#at(place) : '';
  }

  #noteSource(index: number, scope: Scope): void {
    const token = this.#at(index);
    const before = this.#at(index - 1);
    if (!/^(from|join|update|into|using|,)$/.test(token) || /^(distinct|do|for|key)$/.test(before)) return;
    let place = index + 1;
    while (/^(lateral|only)$/.test(this.#at(place))) place += 1;
    const name = this.#at(place);
    if (token === 'using' && name === '(') this.#noteUsing(place, scope);
    if (!/^[a-z_][\w.]*$/.test(name) || KEYWORDS.has(name)) return;
    if (token === ',' && !name.startsWith('svc.') && !this.#common.has(name)) return;
    if (this.#at(place + 1) === '(' && token !== 'into') {
      if (token !== ',') scope.sources.push(source(this.#aliasAt(this.#closing(place + 1) + 1)));
      return;
    }
    const table = name.startsWith('svc.') ? name.slice(4) : '';
    const found = { ...source(this.#aliasAt(place + 1) || table || name), table };
    found.isWritten = /^(update|into)$/.test(token) || before === 'delete';
    found.isInner = this.#common.has(name);
    if (table !== '') scope.tables.push(found);
    // The target of an INSERT is bound by what is inserted, and by no condition.
    if (token !== 'into') scope.sources.push(found);
  }

  #closing(bracket: number): number {
    let depth = 0;
    for (let index = bracket; index < this.#tokens.length; index += 1) {
      if (this.#at(index) === '(') depth += 1;
      if (this.#at(index) === ')') depth -= 1;
      if (depth === 0) return index;
    }
    return this.#tokens.length;
  }

  #noteUsing(bracket: number, scope: Scope): void {
    if (!this.#tokens.slice(bracket, this.#closing(bracket)).includes('organization_id')) return;
    const [first, ...others] = scope.sources.filter(({ table }) => table !== '');
    if (first !== undefined) for (const other of others) this.#equal.push([first, other]);
  }

  #equality(place: number, scope: Scope): () => void {
    return () => {
      const isList = this.#at(place + 1) === 'any' && this.#at(place + 3).startsWith('$');
      const left = this.#sidesOf(this.#at(place - 1), scope);
      const right = isList ? [LIST] : this.#sidesOf(this.#at(place + 1), scope);
      for (const one of left) for (const other of right) this.#equal.push([one, other]);
      this.#noteOuter(this.#at(place - 1), right, scope);
      this.#noteOuter(this.#at(place + 1), left, scope);
    };
  }

  /** A column of an outer query, beside columns of this one. */
  #noteOuter(token: string, inner: readonly Source[], { parent }: Scope): void {
    for (let at = parent; at !== null; at = at.parent) {
      for (const outer of this.#sidesOf(token, at)) for (const one of inner) this.#follows.push([outer, one]);
    }
  }

  /** The sources of a column, or the one of a parameter; none of anything else. */
  #sidesOf(token: string, scope: Scope): Source[] {
    if (token.startsWith('$')) return [PARAMETER];
    const column = COLUMN.exec(token);
    if (column === null) return [];
    return scope.sources.filter(({ name }) => column[1] === undefined || name === column[1]);
  }

  /** `INSERT INTO table (columns) VALUES (…)` or `SELECT …`: what stands in the place of the organization. */
  #noteInserted(start: number, end: number, scope: Scope): void {
    const into = this.#tokens.findIndex((token, index) => index >= start && index < end && token === 'into');
    const target = scope.tables.find(({ isWritten, name }) => isWritten && !scope.sources.some((s) => s.name === name));
    if (into < 0 || target === undefined) return;
    const columns = this.#tokens.indexOf('(', into);
    const place = this.#itemsFrom(columns + 1).findIndex(([token]) => token === 'organization_id');
    let values = this.#closing(columns) + 1;
    if (this.#at(values) === 'values') values += 1;
    const item = place < 0 ? undefined : this.#itemsFrom(values + 1)[place];
    const [token = '', cast] = item ?? [];
    if (item === undefined || (item.length > 1 && cast !== '::')) return;
    for (const side of this.#sidesOf(token, scope)) this.#equal.push([target, side]);
  }

  /** The items of a list up to its end, each as its tokens. */
  #itemsFrom(start: number): string[][] {
    const items: string[][] = [[]];
    let depth = 0;
    for (let index = start; index < this.#tokens.length; index += 1) {
      const token = this.#at(index);
      if (depth === 0 && /^(\)|from|where)$/.test(token)) break;
      if (token === '(' || token === '[') depth += 1;
      if (token === ')' || token === ']') depth -= 1;
      if (depth === 0 && token === ',') items.push([]);
      else items.at(-1)?.push(token);
    }
    return items;
  }

  #spread(): void {
    const both = [...this.#equal, ...this.#equal.map(([one, other]): [Source, Source] => [other, one])];
    for (const by of ['one', 'list'] as const) {
      const pairs = by === 'one' ? both : [...both, ...this.#follows];
      for (let isNew = true; isNew; ) {
        isNew = false;
        for (const [one, other] of pairs) {
          // The rows of an inner query are bound to nothing for those outside of it.
          if (one.isInner || one.bound !== by || other.bound !== null) continue;
          other.bound = by;
          isNew = true;
        }
      }
    }
  }
}

const PARAMETER: Source = { name: '$', table: '', isWritten: false, bound: 'one', isInner: false };
const LIST: Source = { ...PARAMETER, bound: 'list' };

const source = (name: string): Source => ({ name, table: '', isWritten: false, bound: null, isInner: false });

const newScope = (parent: Scope | null): Scope => ({ parent, sources: [], tables: [] });
