// SPDX-License-Identifier: Apache-2.0
/**
 * Sees the statements of the service where they reach the driver. It watches connections of the service role and keeps
 * texts alone: no value is looked at. Statements that a test sends itself are none of the service's.
 */
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A statement in one line, or null for one that reads and writes no table by its nature, such as COMMIT. */
function inOneLine(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /^(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES)\b/i.test(line) ? line : null;
}

/** @param isNamed whether its text is a constant, which each connection plans once */
type Told = (text: string, isNamed: boolean) => void;

/** The driver as it is: its types do not tell what is passed on between its parts. */
interface Driver {
  prototype: Record<string, (this: object, ...given: unknown[]) => unknown>;
}

const INSTALLED = Symbol.for('svc.statements');

/** Tells each text once, of all connections of this process that work as the service role. */
export function watchStatements(tell: Told): void {
  const place = globalThis as unknown as Record<symbol, true | undefined>;
  if (place[INSTALLED] === true) return;
  place[INSTALLED] = true;
  const seen = new Set<string>();
  const told: Told = (text, isNamed) => {
    if (seen.has(text)) return;
    seen.add(text);
    const line = inOneLine(text);
    if (line !== null) tell(line, isNamed);
  };
  watchQueries(told, (text) => seen.has(text));
}

function watchQueries(told: Told, isTold: (text: string) => boolean): void {
  const ofService = new WeakSet<object>();
  /** Texts that came from the service by a pool, which sends them later. */
  const byPool = new Set<string>();
  let isBurst = false;
  before(pg.Pool as unknown as Driver, 'query', (_, [given]) => {
    const text = textOf(given);
    if (text !== null && !byPool.has(text) && !isTold(text) && isFromService()) byPool.add(text);
  });
  before(pg.Client as unknown as Driver, 'query', (client, given) => {
    if (isOpening(given)) ofService.add(client);
    if (!ofService.has(client)) return;
    const text = textOf(given[0]);
    if (text !== null) {
      if (!isTold(text) && (byPool.has(text) || isFromService())) told(text, isNamed(given[0]));
    } else if (isFromService()) watchBurst(given[0], (is) => (isBurst = is));
  });
  before(pg.Connection as unknown as Driver, 'parse', (_, [message]) => {
    if (isBurst) told((message as { text: string }).text, true);
  });
}

function before(driver: Driver, name: string, look: (on: object, given: unknown[]) => void): void {
  const own = driver.prototype[name];
  if (own === undefined) throw new Error(`the driver has no ${name}`);
  driver.prototype[name] = function (...given) {
    look(this, given);
    return own.apply(this, given);
  };
}

function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { text, submit } = given as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

const isNamed = (given: unknown): boolean => (given as { name?: unknown }).name !== undefined;

/** A new connection gets its settings by one statement, the role among them. */
function isOpening([, values]: unknown[]): boolean {
  return Array.isArray(values) && values.some((value) => Array.isArray(value) && value.includes('svc_app'));
}

/** A burst is one query to the driver. It hands each statement to the connection while it submits itself. */
function watchBurst(burst: unknown, mark: (isBurst: boolean) => void): void {
  const query = burst as { submit?: (connection: unknown) => unknown };
  const { submit } = query;
  if (submit === undefined) return;
  query.submit = (connection) => {
    mark(true);
    try {
      return submit.call(query, connection);
    } finally {
      mark(false);
    }
  };
}

const FRAMES_MAX = 60;

/** Whether the innermost caller outside of the driver and of `storage/db` is a source of the server and no test. */
function isFromService(): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES_MAX;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Error.stackTraceLimit = stackTraceLimit;
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  else Error.prepareStackTrace = prepareStackTrace;
  const caller = files.map((file) => file.replace(/^file:\/\//, '')).find((file) => file !== '' && !isBetween(file));
  return caller?.startsWith(`${ROOT}server/src/`) === true && !caller.endsWith('.test.ts');
}

function isBetween(file: string): boolean {
  return (
    file.startsWith('node:') ||
    file.includes('/node_modules/') ||
    file.startsWith(`${ROOT}test/harness/statements/`) ||
    (file.startsWith(`${ROOT}server/src/storage/db/`) && !file.endsWith('.test.ts'))
  );
}
