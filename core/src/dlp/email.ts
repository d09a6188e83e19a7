// SPDX-License-Identifier: Apache-2.0
/**
 * E-mail addresses. The search starts at each at sign, or at "(at)" and "(arroba)", and walks a bounded way to both
 * sides. A pattern that starts at the local part takes quadratic time on a long word.
 */
import { gapBefore, labelBefore } from './context/context.ts';
import { type Document, isDigitAt, isLetterAt, spansOf, textAt } from './document/document.ts';
import type { Sink } from './finding.ts';
import { LABEL } from './lexicon/label.ts';
import { MESSENGER_HOSTS } from './numbers/messengers.ts';

const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;
const LABEL_MAX = 63;
const TOP_LEVEL_MAX = 24;
const SHELL_GAP_MAX = 48;

/** Endings of files, units of an operating system or code, which are no mail domains. */
const NO_TOP_LEVEL: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif svg webp avif ico bmp tiff css scss less js mjs cjs jsx ts tsx json html htm xml yml yaml ' +
    'toml tgz gz zip tar rar map txt pdf doc docx xls xlsx csv woff woff2 ttf otf eot mp3 mp4 mov avi service socket ' +
    'timer mount target slice scope path device lock log conf cfg ini exe dll jar war whl deb rpm dmg iso md5 sha256 ' +
    'asc patch diff local localdomain localhost internal intranet lan cluster arpa invalid'
  ).split(' '),
);
/** `this@Fragment.view` is Kotlin, programs of Erlang and Celery call themselves by their host, git is no person. */
const NO_LOCAL: ReadonlySet<string> = new Set(
  'this super return break continue rabbit rabbitmq ejabberd couchdb emqx riak vernemq celery mnesia git hg'.split(' '),
);

export function findEmail(document: Document, sink: Sink): void {
  const { atSigns } = document.tokens;
  for (let index = 0; index < atSigns.length && !sink.isFull('EMAIL'); index += 1) {
    const at = atSigns.at(index);
    const left = document.bytes[at - 1] === 0x20 ? at - 1 : at;
    const right = document.bytes[at + 1] === 0x20 ? at + 2 : at + 1;
    if (left === at || right > at + 1 || isMailProvider(document, right)) {
      addAddress(document, sink, left, right, left < at || right > at + 1 ? 'spaced' : 'plain');
    }
  }
  findWrittenOut(document, sink);
}

const ACCOUNT = 'acct:';

/** `@ana@mastodon.social`, `acct:ana@mastodon.social`: the name of an account on a server. */
function isHandle(document: Document, start: number): boolean {
  if (document.bytes[start - 1] !== 0x40)
    return textAt(document, start - ACCOUNT.length, start).toLowerCase() === ACCOUNT;
  return !isNameAt(document, start - 2);
}

/** `HTTP/app.acme.com@ACME.COM`, `host/db@ACME.COM`: a service of Kerberos, whose realm is in capitals. */
function isPrincipal(document: Document, start: number, at: number): boolean {
  if (document.bytes[start - 1] !== 0x2f || !isNameAt(document, start - 2)) return false;
  const realm = textAt(document, at + 1, at + 1 + readLabel(document, at + 1) - at - 1);
  return realm === realm.toUpperCase();
}

const PROVIDERS: ReadonlySet<string> = new Set('gmail hotmail outlook yahoo uol bol icloud live terra ig'.split(' '));

/** With a blank before it only, `@name` is a handle, unless the name is a mail provider's. */
function isMailProvider(document: Document, start: number): boolean {
  return PROVIDERS.has(textAt(document, start, readLabel(document, start)).toLowerCase());
}

/** The form of the at sign decides how far its surroundings are trusted. */
type Form = 'plain' | 'spaced' | 'bracketed' | 'worded';

const WORD_SPAN_MAX = 4;

/** `name (at) host`, `name [arroba] host`, `name arroba host ponto com`. */
function findWrittenOut(document: Document, sink: Sink): void {
  const { atWordStarts, atWordEnds } = document.tokens;
  for (let index = 0; index < atWordStarts.length && !sink.isFull('EMAIL'); index += 1) {
    let left = atWordStarts.at(index);
    let right = atWordEnds.at(index);
    const isBracketed = IS_OPENING[document.bytes[left - 1] ?? 0] === 1 && IS_CLOSING[document.bytes[right] ?? 0] === 1;
    if (isBracketed) {
      left -= 1;
      right += 1;
    } else if (document.bytes[left - 1] !== 0x20 || document.bytes[right] !== 0x20) continue;
    for (let step = 0; step < WORD_SPAN_MAX && document.bytes[left - 1] === 0x20; step += 1) left -= 1;
    for (let step = 0; step < WORD_SPAN_MAX && document.bytes[right] === 0x20; step += 1) right += 1;
    addAddress(document, sink, left, right, isBracketed ? 'bracketed' : 'worded');
  }
}

const IS_OPENING = new Uint8Array(256);
for (const character of '([{<-_') IS_OPENING[character.charCodeAt(0)] = 1;
const IS_CLOSING = new Uint8Array(256);
for (const character of ')]}>-_') IS_CLOSING[character.charCodeAt(0)] = 1;

function addAddress(document: Document, sink: Sink, left: number, right: number, form: Form): void {
  const start = localStart(document, left);
  const domain = start === left ? null : readDomain(document, right, form);
  if (domain === null || isNoMailDomain(domain.labels) || !isLocal(document, start, left)) return;
  const isLoose = form === 'spaced' || form === 'worded';
  if (form === 'bracketed' && isJoinedByMark(document, left) && !COMMON_ENDINGS.has(domain.labels.at(-1) as string))
    return;
  if (isLoose && !isTrustedWithoutMark(document, start, left, domain)) return;
  if (form === 'plain' && (isAddressOfServer(document, start) || isShellTarget(document, start, domain.end))) return;
  if (form === 'plain' && (isHandle(document, start) || isPrincipal(document, start, left))) return;
  sink.add('EMAIL', start, domain.end);
}

/** `name_at_host.com`, `name -at- host.com`: identifiers look like this too, so the host must end in a known way. */
function isJoinedByMark(document: Document, left: number): boolean {
  return document.bytes[left] === 0x2d || document.bytes[left] === 0x5f;
}

/** Walks left over characters of a local part; a dot, hyphen or plus may not begin it. */
function localStart(document: Document, end: number): number {
  let start = end;
  while (start > 0 && end - start < LOCAL_MAX && isLocalByte(document, start - 1)) start -= 1;
  while (start < end && !isLetterAt(document, start) && !isDigitAt(document, start) && document.bytes[start] !== 0x5f)
    start += 1;
  return start;
}

function isLocalByte(document: Document, index: number): boolean {
  return isLetterAt(document, index) || isDigitAt(document, index) || IS_LOCAL_MARK[document.bytes[index] ?? 0] === 1;
}

const IS_LOCAL_MARK = new Uint8Array(256);
for (const character of "._%+-'#~") IS_LOCAL_MARK[character.charCodeAt(0)] = 1;

/** A masked address (`j***o@…`, `xxxx@…`) identifies no one. */
function isLocal(document: Document, start: number, end: number): boolean {
  const before = document.bytes[start - 1];
  if (before === 0x2a || before === 0x81 || document.bytes[end - 1] === 0x2e) return false;
  const local = textAt(document, start, end).toLowerCase();
  if (local.length > 2 && [...local].every((character) => character === 'x')) return false;
  return !NO_LOCAL.has(local);
}

interface Domain {
  labels: string[];
  end: number;
  /** True when a dot was written out: "ponto", "dot". */
  hasWordedDot: boolean;
}

/** Labels joined by dots, or by "ponto", "dot", "[.]" when the at sign was written out too. */
function readDomain(document: Document, start: number, form: Form): Domain | null {
  const spans: number[] = [];
  let end = start;
  let index = start;
  let hasWordedDot = false;
  while (index - start < DOMAIN_MAX) {
    const labelEnd = readLabel(document, index);
    if (labelEnd === index) break;
    spans.push(index, labelEnd);
    end = labelEnd;
    const next = afterDot(document, labelEnd, form);
    if (next < 0) break;
    hasWordedDot ||= next > labelEnd + 1;
    index = next;
  }
  if (spans.length < 4) return null;
  const labels: string[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    labels.push(textAt(document, spans[at] as number, spans[at + 1] as number).toLowerCase());
  }
  return isTopLevel(labels.at(-1) as string) ? { labels, end, hasWordedDot } : null;
}

function readLabel(document: Document, start: number): number {
  let end = start;
  while (
    end - start < LABEL_MAX &&
    (isLetterAt(document, end) || isDigitAt(document, end) || isInnerHyphen(document, end, start))
  ) {
    end += 1;
  }
  return end;
}

function isInnerHyphen(document: Document, index: number, start: number): boolean {
  return (
    document.bytes[index] === 0x2d &&
    index > start &&
    (isLetterAt(document, index + 1) || isDigitAt(document, index + 1) || document.bytes[index + 1] === 0x2d)
  );
}

const WORDED_DOTS = ['.', 'ponto', 'dot', 'punto'] as const;
const BEGINS_DOT = new Uint8Array(256);
for (const [first = ''] of WORDED_DOTS) {
  for (const form of [first, first.toUpperCase()]) BEGINS_DOT[form.charCodeAt(0)] = 1;
}

/** Position after the dot that follows a label; -1 when none does. */
function afterDot(document: Document, index: number, form: Form): number {
  if (document.bytes[index] === 0x2e && isNameAt(document, index + 1)) return index + 1;
  const at = skipBlanks(document, index);
  const isOpen = IS_OPENING[document.bytes[at] ?? 0] === 1;
  const from = isOpen ? at + 1 : at;
  if (BEGINS_DOT[document.bytes[from] ?? 0] !== 1) return -1;
  for (const word of WORDED_DOTS) {
    const to = from + word.length;
    if (textAt(document, from, to).toLowerCase() !== word) continue;
    if (isOpen && IS_CLOSING[document.bytes[to] as number] === 0) continue;
    const after = skipBlanks(document, isOpen ? to + 1 : to);
    if (!isOpen && !isJoiningDot(document, index, at, to, after, word, form)) return -1;
    return isLetterAt(document, after) ? after : -1;
  }
  return -1;
}

/**
 * Without brackets, a dot with a blank on one side joins a host only when its last part is a common ending. A full stop
 * and a blank end a sentence.
 */
function isJoiningDot(
  document: Document,
  index: number,
  at: number,
  to: number,
  after: number,
  word: string,
  form: Form,
): boolean {
  const isCommon = COMMON_ENDINGS.has(textAt(document, after, readLabel(document, after)).toLowerCase());
  if (word !== '.') return at > index && after > to && (form !== 'plain' || isCommon);
  return (at > index || document.bytes[to] === 0x0a) && isCommon && (after > to || document.bytes[index] === 0x0a);
}

const BLANKS_MAX = 2;

function skipBlanks(document: Document, index: number): number {
  let at = index;
  while (at - index < BLANKS_MAX && (document.bytes[at] === 0x20 || document.bytes[at] === 0x0a)) at += 1;
  return at;
}

function isNameAt(document: Document, index: number): boolean {
  return isLetterAt(document, index) || isDigitAt(document, index);
}

function isTopLevel(label: string): boolean {
  return label.length >= 2 && label.length <= TOP_LEVEL_MAX && LETTERS_ONLY.every((test) => test(label));
}

const LETTERS_ONLY = [
  (label: string) => [...label].every((letter) => (letter >= 'a' && letter <= 'z') || letter === '\u0080'),
];

function isNoMailDomain(labels: readonly string[]): boolean {
  if (NO_TOP_LEVEL.has(labels.at(-1) as string) || MESSENGER_HOSTS.has(labels.join('.'))) return true;
  const [first = '', second = ''] = labels;
  // `pkg@1.0.0-rc.next` is a version.
  return isVersionPart(first) && (labels.length > 2 ? startsWithDigit(second) : false);
}

function isVersionPart(label: string): boolean {
  const rest = label.startsWith('v') ? label.slice(1) : label;
  return rest !== '' && [...rest].every((digit) => digit >= '0' && digit <= '9');
}

function startsWithDigit(label: string): boolean {
  return label >= '0' && label < ':';
}

/** "meet at noon" is no address: it takes punctuation, "arroba" or a written-out dot to make it one. */
function isTrustedWithoutMark(document: Document, start: number, left: number, domain: Domain): boolean {
  const isArroba = textAt(document, left, left + 8)
    .toLowerCase()
    .includes('arroba');
  const isAtSign = document.bytes[left + 1] === 0x40 || document.bytes[left] === 0x40;
  const isKnownEnding = COMMON_ENDINGS.has(domain.labels.at(-1) as string);
  if (left - start < 2 || !isKnownEnding) return false;
  return isArroba || isAtSign || domain.hasWordedDot;
}

const COMMON_ENDINGS: ReadonlySet<string> = new Set(
  'com br net org edu gov io co dev app info biz me us uk pt'.split(' '),
);

const AUTHORITY_MAX = 100;

/** `https://token@host/…` and `postgres://user:pass@host`: the part before a URL's host. */
function isAddressOfServer(document: Document, start: number): boolean {
  for (let index = start - 1; index > start - AUTHORITY_MAX && index > 0; index -= 1) {
    const byte = document.bytes[index] as number;
    if (byte === 0x2f) return document.bytes[index - 1] === 0x2f && document.bytes[index - 2] === 0x3a;
    if (byte === 0x20 || byte === 0x0a || byte === 0x22 || byte === 0x3f || byte === 0x40) return false;
  }
  return false;
}

/** `ssh deploy@host`, `scp x root@host:/srv`, and message ids, which look like addresses. */
function isShellTarget(document: Document, start: number, end: number): boolean {
  if (document.bytes[end] === 0x3a && (document.bytes[end + 1] === 0x2f || document.bytes[end + 1] === 0x7e))
    return true;
  if (gapBefore(document, LABEL.SHELL, start) > SHELL_GAP_MAX) return false;
  const label = labelBefore(document, LABEL.SHELL, start);
  const text = textAt(document, spansOf(document, LABEL.SHELL).ends.at(label), start);
  return !text.includes('\n') && !text.includes('"') && !text.includes(',');
}
