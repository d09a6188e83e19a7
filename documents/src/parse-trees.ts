// SPDX-License-Identifier: Apache-2.0
/** Parses the text of a file into the trees of its documents. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, Scalar } from 'yaml';
import type { Fault, Position } from './faults.ts';
import { ALIAS_USES_MAX, FILE_BYTES_MAX, NODE_LEVELS_MAX, NODES_MAX } from './limits.ts';
import { mayBeValue } from './sentences.ts';
import type { MapEntry, TreeNode } from './tree.ts';

const START: Position = { line: 1, column: 1 };

/**
 * The tree of a file that holds one document.
 * @param report receives every fault of the syntax
 * @returns null when there is no usable tree
 */
export function parseTree(text: string, report: (fault: Fault) => void): TreeNode | null {
  const trees = parseTrees(text, report);
  const [first, second] = trees ?? [];
  if (trees === null || first === undefined) {
    if (trees !== null) report({ position: START, message: 'the file is empty' });
    return null;
  }
  if (second === undefined) return first;
  const message = 'this file holds one document; remove the one that begins here';
  report({ position: second.position, message });
  return null;
}

/**
 * The trees of a file whose documents are separated by `---`; empty documents are left out.
 * @param report receives every fault of the syntax
 * @returns null when there is no usable tree
 */
export function parseTrees(text: string, report: (fault: Fault) => void): TreeNode[] | null {
  if (new TextEncoder().encode(text).byteLength > FILE_BYTES_MAX) {
    report({ position: START, message: `the file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB` });
    return null;
  }
  const lines = new LineCounter();
  const documents: readonly Document.Parsed[] = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Duplicates are searched below: the library compares each name of a map with all before it.
    uniqueKeys: false,
  });
  const faults = documents.flatMap(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ code, message, pos }) => ({
      position: positionAt(lines, pos[0]),
      message: plainMessage(code, message),
    })),
  );
  // The library reports a stack overflow as a fault of the file, and sometimes a second fault that follows from it.
  const tooDeep = faults.find(({ message }) => message.includes('call stack'));
  if (tooDeep !== undefined) report({ ...tooDeep, message: TOO_DEEP });
  else faults.forEach(report);
  if (faults.length > 0) return null;
  return new TreeBuilder(lines, report).build(documents.filter(({ contents }) => !isNothing(contents)));
}

/** Nothing, a comment or null between two `---`: a template left it out, and it is no document. */
function isNothing(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

const TOO_DEEP = `values nest deeper than ${NODE_LEVELS_MAX} levels`;

const PLAIN_WORDS: Readonly<Record<string, string>> = {
  TAG_RESOLVE_FAILED: 'tags such as !name are not known here; write the plain value',
  BAD_DIRECTIVE: 'a line must not begin with %; put such text in quotes',
  BAD_DQ_ESCAPE: 'an unknown escape sequence in double quotes; write \\\\ for a backslash, or use single quotes',
  TAB_AS_INDENT: 'indent with spaces; YAML takes no tabs there',
};

/** The library repeats pieces of the file behind a colon. They may be secrets, and the place says where they stand. */
function plainMessage(code: string, message: string): string {
  if (message.startsWith('Block scalar header')) return TEXT_BEHIND_BLOCK;
  return PLAIN_WORDS[code] ?? message.replace(/:.*$/s, '');
}

const TEXT_BEHIND_BLOCK = 'text after | or > begins on the next line; put text that begins with such a sign in quotes';

/** The library counts from 1, but answers line 0 for a position on no line, which means the start. */
function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? START : { line, column: col };
}

/** Stops the walk; the fault has been reported. */
class Refused extends Error {}

const NO_ANCHOR =
  'a value that begins with * is an alias, and no anchor of its name stands before it; put text in quotes';

const MERGE_KEY = 'merge keys (<<) are not taken; write the fields out here, or repeat a whole value by its alias';

class TreeBuilder {
  private readonly lines: LineCounter;
  private readonly report: (fault: Fault) => void;
  private document: Document | null = null;
  private nodes = 0;
  private aliasUses = 0;

  constructor(lines: LineCounter, report: (fault: Fault) => void) {
    this.lines = lines;
    this.report = report;
  }

  /** The bounds hold for all documents of the file together. */
  build(documents: readonly Document[]): TreeNode[] | null {
    try {
      return documents.map((document) => {
        this.document = document;
        return this.node(document.contents, START, 1);
      });
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  private refuse(position: Position, message: string): Refused {
    this.report({ position, message });
    return new Refused();
  }

  /** @param fallback the place of a node that has none, such as an empty value */
  private node(node: unknown, fallback: Position, level: number): TreeNode {
    const position = this.positionOf(node) ?? fallback;
    this.nodes += 1;
    if (this.nodes > NODES_MAX) throw this.refuse(position, `the file has more than ${NODES_MAX} values`);
    if (level > NODE_LEVELS_MAX) throw this.refuse(position, TOO_DEEP);
    if (isAlias(node)) {
      this.aliasUses += 1;
      if (this.aliasUses > ALIAS_USES_MAX) throw this.refuse(position, `more than ${ALIAS_USES_MAX} uses of aliases`);
      const target = this.document === null ? undefined : node.resolve(this.document);
      if (target === undefined) throw this.refuse(position, NO_ANCHOR);
      return this.node(target, position, level + 1);
    }
    if (isMap(node)) return { kind: 'map', position, entries: this.entries(node.items, position, level) };
    if (isSeq(node)) {
      return { kind: 'list', position, items: node.items.map((item) => this.node(item, position, level + 1)) };
    }
    return { kind: 'scalar', position, value: this.scalar(isScalar(node) ? node.value : null, position) };
  }

  private entries(
    pairs: readonly { key: unknown; value: unknown }[],
    fallback: Position,
    level: number,
  ): Map<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    for (const { key, value } of pairs) {
      const position = this.positionOf(key) ?? fallback;
      if (!isScalar(key) || typeof key.value !== 'string') {
        this.report({ position, message: 'the name of a field must be text' });
        continue;
      }
      if (key.value === '<<' && key.type === Scalar.PLAIN) {
        this.report({ position, message: MERGE_KEY });
        continue;
      }
      const name = String(this.scalar(key.value, position));
      if (entries.has(name)) {
        this.report({ position, message: `${mayBeValue(name) ? 'this field' : `the field ${name}`} is given twice` });
        continue;
      }
      entries.set(name, { position, value: this.node(value, position, level + 1) });
    }
    return entries;
  }

  /** Text that PostgreSQL or canonical JSON cannot hold is refused everywhere. */
  private scalar(value: unknown, position: Position): string | number | boolean | null {
    if (typeof value === 'string') {
      if (value.includes('\0')) this.report({ position, message: 'text must not hold the character U+0000' });
      if (!value.isWellFormed()) this.report({ position, message: 'text must not hold half of a surrogate pair' });
      return value;
    }
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    this.report({ position, message: 'the value is of no known kind' });
    return null;
  }

  private positionOf(node: unknown): Position | undefined {
    const range = (node as { range?: readonly number[] | null } | null)?.range;
    const start = range?.[0];
    return start === undefined ? undefined : positionAt(this.lines, start);
  }
}
