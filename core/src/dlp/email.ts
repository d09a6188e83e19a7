/**
 * E-mail addresses. The search starts at each at sign, or at "(at)" and "(arroba)", and walks a bounded way to both
 * sides: a pattern that starts at the local part takes quadratic time on a long word.
 */
import type { Sink } from './finding.ts';
import { KIND } from './kinds.ts';
import { gapBefore, labelBefore } from './labels.ts';
import { isDigitAt, isLetterAt, listOf, textAt, type View } from './view.ts';

const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;
const LABEL_MAX = 63;
const TOP_LEVEL_MAX = 24;
const SHELL_GAP_MAX = 48;

/** Endings that are files, units of an operating system or code, never a mail domain. */
const NO_TOP_LEVEL: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif svg webp avif ico bmp tiff css scss less js mjs cjs jsx ts tsx json html htm xml yml yaml ' +
    'toml tgz gz zip tar rar map txt pdf doc docx xls xlsx csv woff woff2 ttf otf eot mp3 mp4 mov avi service socket ' +
    'timer mount target slice scope path device lock log conf cfg ini exe dll jar war whl deb rpm dmg iso md5 sha256 ' +
    'asc patch diff'
  ).split(' '),
);
/** `this@Fragment.view` is Kotlin. */
const NO_LOCAL: ReadonlySet<string> = new Set(['this', 'super', 'return', 'break', 'continue']);

export function findEmail(view: View, sink: Sink): void {
  const { atSigns } = view.tokens;
  for (let index = 0; index < atSigns.length && !sink.isFull('EMAIL'); index += 1) {
    const at = atSigns.at(index);
    const left = view.bytes[at - 1] === 0x20 ? at - 1 : at;
    const right = view.bytes[at + 1] === 0x20 ? at + 2 : at + 1;
    if (left === at || right > at + 1 || isMailProvider(view, right)) {
      addAddress(view, sink, left, right, left < at || right > at + 1 ? 'spaced' : 'plain');
    }
  }
  findWrittenOut(view, sink);
}

const PROVIDERS: ReadonlySet<string> = new Set('gmail hotmail outlook yahoo uol bol icloud live terra ig'.split(' '));

/** With a blank before it only, `@name` is a handle, unless the name is that of a mail provider. */
function isMailProvider(view: View, start: number): boolean {
  return PROVIDERS.has(textAt(view, start, readLabel(view, start)).toLowerCase());
}

/** How the at sign is written decides how far its surroundings are trusted. */
type Form = 'plain' | 'spaced' | 'bracketed' | 'worded';

const WORD_SPAN_MAX = 4;

/** `name (at) host`, `name [arroba] host`, `name arroba host ponto com`. */
function findWrittenOut(view: View, sink: Sink): void {
  const { atWordStarts, atWordEnds } = view.tokens;
  for (let index = 0; index < atWordStarts.length && !sink.isFull('EMAIL'); index += 1) {
    let left = atWordStarts.at(index);
    let right = atWordEnds.at(index);
    const isBracketed = IS_OPENING[view.bytes[left - 1] ?? 0] === 1 && IS_CLOSING[view.bytes[right] ?? 0] === 1;
    if (isBracketed) {
      left -= 1;
      right += 1;
    } else if (view.bytes[left - 1] !== 0x20 || view.bytes[right] !== 0x20) continue;
    for (let step = 0; step < WORD_SPAN_MAX && view.bytes[left - 1] === 0x20; step += 1) left -= 1;
    for (let step = 0; step < WORD_SPAN_MAX && view.bytes[right] === 0x20; step += 1) right += 1;
    addAddress(view, sink, left, right, isBracketed ? 'bracketed' : 'worded');
  }
}

const IS_OPENING = new Uint8Array(256);
for (const character of '([{<-_') IS_OPENING[character.charCodeAt(0)] = 1;
const IS_CLOSING = new Uint8Array(256);
for (const character of ')]}>-_') IS_CLOSING[character.charCodeAt(0)] = 1;

function addAddress(view: View, sink: Sink, left: number, right: number, form: Form): void {
  const start = localStart(view, left);
  const domain = start === left ? null : readDomain(view, right, form);
  if (domain === null || isNoMailDomain(domain.labels) || !isLocal(view, start, left)) return;
  const isLoose = form === 'spaced' || form === 'worded';
  if (form === 'bracketed' && isJoinedByMark(view, left) && !COMMON_ENDINGS.has(domain.labels.at(-1) as string)) return;
  if (isLoose && !isTrustedWithoutMark(view, start, left, domain)) return;
  if (form === 'plain' && (isAddressOfServer(view, start) || isShellTarget(view, start, domain.end))) return;
  sink.add('EMAIL', start, domain.end);
}

/** `name_at_host.com`, `name -at- host.com`: also how identifiers look, so the host must end as hosts do. */
function isJoinedByMark(view: View, left: number): boolean {
  return view.bytes[left] === 0x2d || view.bytes[left] === 0x5f;
}

/** Walks left over characters of a local part; a dot, hyphen or plus may not begin it. */
function localStart(view: View, end: number): number {
  let start = end;
  while (start > 0 && end - start < LOCAL_MAX && isLocalByte(view, start - 1)) start -= 1;
  while (start < end && !isLetterAt(view, start) && !isDigitAt(view, start) && view.bytes[start] !== 0x5f) start += 1;
  return start;
}

function isLocalByte(view: View, index: number): boolean {
  return isLetterAt(view, index) || isDigitAt(view, index) || IS_LOCAL_MARK[view.bytes[index] ?? 0] === 1;
}

const IS_LOCAL_MARK = new Uint8Array(256);
for (const character of "._%+-'#~") IS_LOCAL_MARK[character.charCodeAt(0)] = 1;

/** A masked address (`j***o@…`, `xxxx@…`) names nobody. */
function isLocal(view: View, start: number, end: number): boolean {
  const before = view.bytes[start - 1];
  if (before === 0x2a || before === 0x81 || view.bytes[end - 1] === 0x2e) return false;
  const local = textAt(view, start, end).toLowerCase();
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
function readDomain(view: View, start: number, form: Form): Domain | null {
  const spans: number[] = [];
  let end = start;
  let index = start;
  let hasWordedDot = false;
  while (index - start < DOMAIN_MAX) {
    const labelEnd = readLabel(view, index);
    if (labelEnd === index) break;
    spans.push(index, labelEnd);
    end = labelEnd;
    const next = afterDot(view, labelEnd, form);
    if (next < 0) break;
    hasWordedDot ||= next > labelEnd + 1;
    index = next;
  }
  if (spans.length < 4) return null;
  const labels: string[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    labels.push(textAt(view, spans[at] as number, spans[at + 1] as number).toLowerCase());
  }
  return isTopLevel(labels.at(-1) as string) ? { labels, end, hasWordedDot } : null;
}

function readLabel(view: View, start: number): number {
  let end = start;
  while (
    end - start < LABEL_MAX &&
    (isLetterAt(view, end) || isDigitAt(view, end) || isInnerHyphen(view, end, start))
  ) {
    end += 1;
  }
  return end;
}

function isInnerHyphen(view: View, index: number, start: number): boolean {
  return (
    view.bytes[index] === 0x2d &&
    index > start &&
    (isLetterAt(view, index + 1) || isDigitAt(view, index + 1) || view.bytes[index + 1] === 0x2d)
  );
}

const WORDED_DOTS = ['.', 'ponto', 'dot', 'punto'] as const;
const BEGINS_DOT = new Uint8Array(256);
for (const [first = ''] of WORDED_DOTS) {
  for (const form of [first, first.toUpperCase()]) BEGINS_DOT[form.charCodeAt(0)] = 1;
}

/** Position after the dot that follows a label; -1 when none does. */
function afterDot(view: View, index: number, form: Form): number {
  if (view.bytes[index] === 0x2e && isNameAt(view, index + 1)) return index + 1;
  const at = skipBlanks(view, index);
  const isOpen = IS_OPENING[view.bytes[at] ?? 0] === 1;
  const from = isOpen ? at + 1 : at;
  if (BEGINS_DOT[view.bytes[from] ?? 0] !== 1) return -1;
  for (const word of WORDED_DOTS) {
    const to = from + word.length;
    if (textAt(view, from, to).toLowerCase() !== word) continue;
    if (isOpen && IS_CLOSING[view.bytes[to] as number] === 0) continue;
    const after = skipBlanks(view, isOpen ? to + 1 : to);
    if (!isOpen && !isJoiningDot(view, index, at, to, after, word, form)) return -1;
    return isLetterAt(view, after) ? after : -1;
  }
  return -1;
}

/**
 * Without brackets, a dot with blanks beside it joins a host only when both sides have one or its last part is a common
 * ending: a full stop and a blank end a sentence.
 */
function isJoiningDot(
  view: View,
  index: number,
  at: number,
  to: number,
  after: number,
  word: string,
  form: Form,
): boolean {
  const isCommon = COMMON_ENDINGS.has(textAt(view, after, readLabel(view, after)).toLowerCase());
  if (word !== '.') return at > index && after > to && (form !== 'plain' || isCommon);
  return (at > index || view.bytes[to] === 0x0a) && isCommon && (after > to || view.bytes[index] === 0x0a);
}

const BLANKS_MAX = 2;

function skipBlanks(view: View, index: number): number {
  let at = index;
  while (at - index < BLANKS_MAX && (view.bytes[at] === 0x20 || view.bytes[at] === 0x0a)) at += 1;
  return at;
}

function isNameAt(view: View, index: number): boolean {
  return isLetterAt(view, index) || isDigitAt(view, index);
}

function isTopLevel(label: string): boolean {
  return label.length >= 2 && label.length <= TOP_LEVEL_MAX && LETTERS_ONLY.every((test) => test(label));
}

const LETTERS_ONLY = [
  (label: string) => [...label].every((letter) => (letter >= 'a' && letter <= 'z') || letter === '\u0080'),
];

function isNoMailDomain(labels: readonly string[]): boolean {
  if (NO_TOP_LEVEL.has(labels.at(-1) as string)) return true;
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

/** "meet at noon" is no address: without a mark, "arroba" or a written-out dot must vouch for it. */
function isTrustedWithoutMark(view: View, start: number, left: number, domain: Domain): boolean {
  const isArroba = textAt(view, left, left + 8)
    .toLowerCase()
    .includes('arroba');
  const isAtSign = view.bytes[left + 1] === 0x40 || view.bytes[left] === 0x40;
  const isKnownEnding = COMMON_ENDINGS.has(domain.labels.at(-1) as string);
  if (left - start < 2 || !isKnownEnding) return false;
  return isArroba || isAtSign || domain.hasWordedDot;
}

const COMMON_ENDINGS: ReadonlySet<string> = new Set(
  'com br net org edu gov io co dev app info biz me us uk pt'.split(' '),
);

const AUTHORITY_MAX = 100;

/** `https://token@host/…` and `postgres://user:pass@host`: the part before the host of an address. */
function isAddressOfServer(view: View, start: number): boolean {
  for (let index = start - 1; index > start - AUTHORITY_MAX && index > 0; index -= 1) {
    const byte = view.bytes[index] as number;
    if (byte === 0x2f) return view.bytes[index - 1] === 0x2f && view.bytes[index - 2] === 0x3a;
    if (byte === 0x20 || byte === 0x0a || byte === 0x22 || byte === 0x3f || byte === 0x40) return false;
  }
  return false;
}

/** `ssh deploy@host`, `scp x root@host:/srv`, and ids of messages, which have the form of an address. */
function isShellTarget(view: View, start: number, end: number): boolean {
  if (view.bytes[end] === 0x3a && (view.bytes[end + 1] === 0x2f || view.bytes[end + 1] === 0x7e)) return true;
  if (gapBefore(view, KIND.SHELL, start) > SHELL_GAP_MAX) return false;
  const label = labelBefore(view, KIND.SHELL, start);
  const text = textAt(view, listOf(view, KIND.SHELL).ends.at(label), start);
  return !text.includes('\n') && !text.includes('"') && !text.includes(',');
}
