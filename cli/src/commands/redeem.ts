// SPDX-License-Identifier: Apache-2.0
/** `svc redeem`: spends the permission to run an allowed act, once. It ends with 0 only when the act may run now. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readText } from '@svc/core/text-input';
import { ConflictError, type RedemptionRequest, UnavailableError } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import type { World } from '../world.ts';

interface Options {
  readonly file: string;
  readonly idempotencyKey?: string;
}

/** The service takes 200 KB. */
const BODY_BYTES_MAX = 1_048_576;

export async function run(
  world: World,
  { file, idempotencyKey }: Options,
  [eventId = '']: readonly string[],
): Promise<ExitCode> {
  if (idempotencyKey !== undefined && !/^[ -~]{1,255}$/.test(idempotencyKey)) {
    throw new Failure('usage', '--idempotency-key must be 1 to 255 printable ASCII characters.');
  }
  const body = await bodyOf(world, file);
  const { client } = connect(world.env);
  let isReplay = false;
  const onReplay = () => {
    isReplay = true;
  };
  const key = idempotencyKey ?? crypto.randomUUID();
  const { degraded: _degraded, ...answer } = await withProgress(world, 'Redeeming', () =>
    client.redeem(eventId, body, { idempotencyKey: key, onReplay }).catch((error: unknown) => {
      throw refusalOf(error, key);
    }),
  );
  // A key of the caller may have let the act run before.
  const isAgain = isReplay && idempotencyKey !== undefined;
  if (world.json) printJson(world, answer);
  else {
    const { green, yellow } = paintFor(world.stdout, world.env);
    const what = answer.gateway === undefined ? 'Run the act now, once.' : 'The gateway made the call.';
    const said = isAgain ? `${yellow('REDEEMED BEFORE')}  with this key` : `${green('REDEEMED')}  ${what}`;
    const next = answer.gateway === undefined ? [`  Then: svc outcome ${answer.id} SUCCEEDED`] : [];
    printLines(world.stdout, [`${said}  event ${plain(answer.id)}`, ...(isAgain ? [] : next)]);
  }
  if (!isAgain) return EXIT.success;
  world.stderr.write('svc: the act was redeemed before with this key, and may have run: do not run it again.\n');
  return EXIT.failure;
}

/** @throws Failure when it is no JSON object */
async function bodyOf({ stdin, cwd }: World, file: string): Promise<RedemptionRequest> {
  const bytes = file === '-' ? await bytesOf(stdin) : readFileSync(resolve(cwd, file));
  let body: unknown;
  try {
    if (bytes.length <= BODY_BYTES_MAX) body = JSON.parse(readText(bytes));
  } catch {
    // The message of a parser may repeat the body.
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as RedemptionRequest;
  const what = file === '-' ? 'stdin' : 'the file';
  throw new Failure('bad_body', `${what} must hold the body that was decided: one JSON object in UTF-8.`);
}

async function bytesOf(stdin: World['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    length += chunks.at(-1)?.length ?? 0;
    if (length > BODY_BYTES_MAX) break;
  }
  return Buffer.concat(chunks);
}

/** The sentence of the service, its reasons, and the next step where it leaves one open. */
function refusalOf(error: unknown, key: string): unknown {
  if (error instanceof UnavailableError) {
    const next = `The act may be redeemed: do not run it. Ask again with --idempotency-key ${key}.`;
    return new Failure('unavailable', `${error.message}. ${next}`);
  }
  if (!(error instanceof ConflictError)) return error;
  const at = error.redeemedAt === null ? [] : [`It was redeemed at ${error.redeemedAt}.`];
  return new Failure(error.code, [error.message, ...error.reasons, ...at].join(' '), EXIT.failure, error.fields);
}
