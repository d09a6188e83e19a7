/** Keys that reveal their provider by a prefix and have a known length. Sources: the providers' pages, gitleaks. */
export interface SecretShape {
  prefix: string;
  /** Bytes that may follow: one of ALPHABETS. */
  alphabet: Uint8Array;
  min: number;
  max: number;
  /** A text that must appear inside. */
  contains?: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

export const ALPHABETS = {
  hex: bits(`${DIGITS}abcdef`),
  anyHex: bits(`${DIGITS}abcdefABCDEF`),
  base32: bits(`${UPPER}${DIGITS}`),
  lowerDigit: bits(`${LOWER}${DIGITS}`),
  base62: bits(`${LOWER}${UPPER}${DIGITS}`),
  word: bits(`${LOWER}${UPPER}${DIGITS}_`),
  url: bits(`${LOWER}${UPPER}${DIGITS}_-`),
  dotted: bits(`${LOWER}${UPPER}${DIGITS}_-.`),
  base64: bits(`${LOWER}${UPPER}${DIGITS}+/=_-`),
  path: bits(`${LOWER}${UPPER}${DIGITS}/`),
  colon: bits(`${LOWER}${UPPER}${DIGITS}_-:`),
} as const;

const SECRET_SHAPES: readonly SecretShape[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((prefix) => exact(prefix, 'base32', 16)),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => exact(prefix, 'base62', 36)),
  between('github_pat_', 'word', 60, 90),
  between('glpat-', 'dotted', 20, 60),
  ...['gldt-', 'glrt-', 'glcbt-', 'gloas-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'glsoat-'].map((prefix) =>
    between(prefix, 'dotted', 20, 80),
  ),
  ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xapp-'].map((prefix) =>
    between(prefix, 'dotted', 20, 300),
  ),
  between('hooks.slack.com/services/', 'path', 30, 90),
  between('hooks.slack.com/workflows/', 'path', 30, 120),
  ...['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'sk_prod_', 'rk_prod_'].map((prefix) =>
    between(prefix, 'word', 20, 200),
  ),
  between('whsec_', 'base64', 24, 90),
  exact('AIza', 'url', 35),
  ...['sk-proj-', 'sk-svcacct-', 'sk-admin-'].map((prefix) => between(prefix, 'url', 40, 200)),
  { prefix: 'sk-', alphabet: ALPHABETS.url, min: 40, max: 200, contains: 'T3BlbkFJ' },
  between('sk-ant-', 'url', 60, 140),
  between('sk-or-v1-', 'hex', 40, 80),
  exact('npm_', 'base62', 36),
  between('pypi-AgEI', 'url', 50, 300),
  { prefix: 'SG.', alphabet: ALPHABETS.dotted, min: 60, max: 75, contains: '.' },
  exact('SK', 'hex', 32),
  between('hf_', 'base62', 34, 40),
  between('api_org_', 'base62', 34, 40),
  ...['dop_v1_', 'doo_v1_', 'dor_v1_'].map((prefix) => exact(prefix, 'hex', 64)),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((prefix) => exact(prefix, 'anyHex', 32)),
  between('dapi', 'hex', 32, 36),
  between('hvs.', 'url', 24, 140),
  between('hvb.', 'url', 60, 300),
  between('lin_api_', 'base62', 40, 48),
  between('ntn_', 'base62', 40, 60),
  exact('secret_', 'base62', 43),
  between('glsa_', 'word', 32, 60),
  between('glc_', 'base64', 32, 400),
  between('dp.pt.', 'base62', 40, 50),
  between('dp.st.', 'dotted', 40, 80),
  between('PMAK-', 'url', 50, 70),
  between('pplx-', 'base62', 40, 60),
  between('APP_USR-', 'url', 30, 120),
  ...['key_live_', 'key_test_'].map((prefix) => between(prefix, 'url', 32, 60)),
  between('EAAC', 'base62', 60, 300),
  between('EAAG', 'base62', 60, 300),
  between('ya29.', 'url', 40, 300),
  between('GOCSPX-', 'url', 26, 32),
  between('1//0', 'url', 40, 120),
  between('shpit_', 'anyHex', 32, 32),
  between('sq0atp-', 'url', 22, 22),
  between('sq0csp-', 'url', 43, 43),
  between('EAAAE', 'url', 55, 70),
  between('rubygems_', 'hex', 48, 48),
  between('dckr_pat_', 'url', 27, 36),
  between('dckr_oat_', 'url', 27, 40),
  between('sntrys_', 'base64', 60, 400),
  between('sntryu_', 'hex', 64, 64),
  between('nfp_', 'base62', 36, 44),
  between('pscale_tkn_', 'dotted', 32, 64),
  between('pscale_pw_', 'dotted', 32, 64),
  between('NRAK-', 'base32', 27, 27),
  between('xkeysib-', 'url', 64, 90),
  between('key-', 'hex', 32, 32),
  between('r8_', 'base62', 37, 40),
  between('gsk_', 'base62', 48, 60),
  between('tvly-', 'url', 28, 50),
  between('fio-u-', 'base64', 60, 70),
  between('figd_', 'url', 38, 60),
  between('ATATT3', 'base64', 100, 260),
  between('atlasv1.', 'url', 50, 90),
  between('sbp_', 'hex', 40, 40),
  between('sb_secret_', 'url', 28, 60),
  between('phx_', 'base62', 40, 50),
  between('rpa_', 'base62', 40, 60),
  between('xai-', 'base62', 70, 90),
  between('eyJrIjoi', 'base64', 60, 300),
  between('aact_', 'base64', 60, 300),
  between('ops_eyJ', 'base64', 100, 900),
  between('AGE-SECRET-KEY-1', 'base32', 58, 58),
];

/** The characters of an alphabet as a table over bytes. */
function bits(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

const WEB_TOKEN: SecretShape = { prefix: 'eyJ', alphabet: ALPHABETS.dotted, min: 30, max: 4000 };

/** Shapes by their first two bytes. The shape of web tokens is included, and the detector reads their parts itself. */
export const SHAPES_BY_START = new Map<number, SecretShape[]>();
/** Most words fail at their first three bytes, five bits each: a bit set that fits into the nearest cache. */
export const MAY_BE_START: Uint8Array = new Uint8Array((1 << 15) / 8);
for (const shape of [...SECRET_SHAPES, WEB_TOKEN]) {
  const [first, second, third] = Array.from(shape.prefix, (character) => character.charCodeAt(0)) as [
    number,
    number,
    number?,
  ];
  const start = (first << 8) | second;
  SHAPES_BY_START.set(start, [...(SHAPES_BY_START.get(start) ?? []), shape]);
  for (let any = 0; any < 32; any += 1) {
    const bit = folded(first, second, third ?? any);
    MAY_BE_START[bit >> 3] = (MAY_BE_START[bit >> 3] as number) | (1 << (bit & 7));
  }
}

/** The shortest key of all shapes and web tokens: a prefix and the least that must follow it. */
export const KEY_LENGTH_MIN = Math.min(...[...SECRET_SHAPES, WEB_TOKEN].map(({ prefix, min }) => prefix.length + min));

/** Bytes that no key holds: blanks, quotes, commas, line ends. */
export const ENDS_KEY = new Uint8Array(256).fill(1);
for (const { prefix, alphabet } of [...SECRET_SHAPES, WEB_TOKEN]) {
  for (const character of prefix) ENDS_KEY[character.charCodeAt(0)] = 0;
  for (const [byte, isHeld] of alphabet.entries()) if (isHeld === 1) ENDS_KEY[byte] = 0;
}

const IS_INSIDE_RUN = ALPHABETS.dotted;

/** A key begins a run of key characters. A search inside a run would walk it again from every position. */
export function beginsRun(bytes: Uint8Array, index: number): boolean {
  if (IS_INSIDE_RUN[bytes[index - 1] ?? 0] !== 1) return true;
  return IS_JOINT[bytes[index - 1] as number] === 1 && startsAfterJoint(bytes, index);
}

/** Punctuation that joins a key to the word before it, as in `x.ghp_…` and `chave-AKIA…`. */
const IS_JOINT = bits('.-');

/**
 * Prefixes that no word begins with by chance. A Terraform token always has a part before its `atlasv1.`. Their keys
 * are short, since each is walked again behind every joint.
 */
const AFTER_JOINT: readonly Uint8Array[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AIza', 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'npm_', 'atlasv1.'],
  ...['sk_live_', 'rk_live_', 'key_live_', 'key_test_'],
].map((prefix) => new TextEncoder().encode(prefix));

const STARTS_AFTER_JOINT = new Uint8Array(256);
for (const [first = 0] of AFTER_JOINT) STARTS_AFTER_JOINT[first] = 1;

function startsAfterJoint(bytes: Uint8Array, index: number): boolean {
  if (STARTS_AFTER_JOINT[bytes[index] ?? 0] !== 1) return false;
  return AFTER_JOINT.some((prefix) => prefix.every((byte, place) => bytes[index + place] === byte));
}

function folded(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

function exact(prefix: string, alphabet: keyof typeof ALPHABETS, length: number): SecretShape {
  return between(prefix, alphabet, length, length);
}

function between(prefix: string, alphabet: keyof typeof ALPHABETS, min: number, max: number): SecretShape {
  return { prefix, alphabet: ALPHABETS[alphabet], min, max };
}
