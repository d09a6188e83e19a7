// SPDX-License-Identifier: Apache-2.0
/** A stored policy or budget goes into the file of a person. No comment of that person is lost. */
import { parseTrees } from '@svc/documents';
import { type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseDocument } from 'yaml';
import { type FileForm, fileText } from './file-form.ts';
import { readDocument } from './read-document.ts';

/** The text for a file; or the reason why the file cannot be replaced without a loss. */
export type Renewed = { readonly text: string } | { readonly reason: string };

/** Fields that a person may leave out, with their meaning then. */
const DEFAULTS: Readonly<Record<string, unknown>> = { enabled: true, resource: 'ANY', mode: 'ENFORCE' };

/** @param text of the file as it stands */
export function renewedText<Stored extends { name: string }>(
  text: string,
  form: FileForm<Stored>,
  stored: Stored,
): Renewed {
  const comments = commentsOf(text);
  const trees = parseTrees(text, () => undefined);
  if (trees !== null && trees.length > 1) return { reason: 'The file holds more than this policy.' };
  if (comments.length === 0) return { text: fileText(form, stored) };
  if (trees === null || trees[0] === undefined) return { reason: 'The file holds comments and cannot be read.' };
  if (holds(text, form, stored)) return { text };
  const merged = mergedText(text, form.documentOf(stored));
  const isWhole = merged !== null && holds(merged, form, stored) && String(commentsOf(merged)) === String(comments);
  return isWhole ? { text: merged } : { reason: 'The file holds comments in a part that changed.' };
}

/** Tells whether a file holds exactly this. */
function holds<Stored extends { name: string }>(text: string, form: FileForm<Stored>, stored: Stored): boolean {
  const trees = parseTrees(text, () => undefined);
  const [tree] = trees ?? [];
  return trees?.length === 1 && tree !== undefined && form.isIn(readDocument(tree), stored);
}

/** The comments in alphabetical order, since a replaced field may move to the end. */
function commentsOf(text: string): string[] {
  const comments: string[] = [];
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalarNext && token.startsWith('#')) comments.push(token.trimEnd());
    isScalarNext = token === SCALAR_FOLLOWS;
  }
  return comments.sort();
}

/** The lexer puts this sign before each plain or block scalar, which may begin with `#`. */
const SCALAR_FOLLOWS = '\u001f';

/** @returns null when the library cannot write what came out, such as an alias without its anchor */
function mergedText(text: string, content: object): string | null {
  try {
    const document = parseDocument(text, { uniqueKeys: false });
    document.contents = merged(document, document.contents, content) as typeof document.contents;
    return document.toString({ lineWidth: 0 });
  } catch {
    return null;
  }
}

/** Changes a node in place as far as its form allows, because comments hang on nodes. */
function merged(document: Document, node: unknown, value: unknown): Node {
  if (isAlias(node)) return document.createNode(value);
  if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = value as Readonly<Record<string, unknown>>;
    node.items = node.items.filter(({ key }) => isScalar(key) && String(key.value) in fields);
    for (const [name, field] of Object.entries(fields)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === name);
      if (pair !== undefined) pair.value = merged(document, pair.value, field);
      else if (!isDefault(name, field)) node.set(name, document.createNode(field));
    }
    return node;
  }
  if (isSeq(node) && Array.isArray(value) && node.items.length === value.length) {
    node.items = node.items.map((item, index) => merged(document, item, value[index]));
    return node;
  }
  if (isScalar(node) && (value === null || typeof value !== 'object')) {
    node.value = value;
    return node;
  }
  return document.createNode(value);
}

function isDefault(name: string, value: unknown): boolean {
  return DEFAULTS[name] === value || (name === 'approverRoles' && Array.isArray(value) && value.length === 0);
}
