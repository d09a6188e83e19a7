// SPDX-License-Identifier: Apache-2.0
/** `svc login`: tries a key by reading an event that does not exist, and keeps it. */
import { readKeyMaterial } from '@svc/core/text-input';
import { ApiError, UnavailableError } from '@svc/sdk';
import { BASE_URL_DEFAULT, failureOf, isForeign, noDecisionApi, open } from '../connection.ts';
import { writeCredentials } from '../credentials/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { givenKey } from '../given-key.ts';
import { plain, printJson, printLines } from '../output/index.ts';
import { keyVariable, type World } from '../world.ts';

interface Options {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

export async function run(world: World, options: Options): Promise<ExitCode> {
  const { env, stderr, stdout } = world;
  if (options.apiKey === undefined) {
    throw new Failure('no_api_key', 'There is no API key. Run: svc login --api-key <key>.', EXIT.authentication);
  }
  const apiKey = await givenKey(world, options.apiKey);
  const baseUrl = readKeyMaterial(options.baseUrl ?? '') || keyVariable(env, 'SVC_BASE_URL') || BASE_URL_DEFAULT;
  const { client, keyKind } = open(apiKey, baseUrl);
  await probe(baseUrl, () => client.getDecision(NO_EVENT));
  const credentialsFile = writeCredentials(env, { apiKey, baseUrl });
  if (world.json) printJson(world, { baseUrl, keyKind, credentialsFile });
  else {
    const kind = keyKind === null ? 'The' : `The ${keyKind}`;
    printLines(stdout, [`${kind} key works at ${plain(baseUrl)}. It is kept in ${credentialsFile}`]);
  }
  for (const name of ['SVC_API_KEY', 'SVC_BASE_URL']) {
    if (keyVariable(env, name) !== undefined) stderr.write(`svc: ${name} is set and overrides what was kept.\n`);
  }
  return EXIT.success;
}

const NO_EVENT = '00000000-0000-0000-0000-000000000000';

/**
 * The service answers an accepted key with 404, since the event does not exist. 403: the key is valid, but not for
 * this.
 */
async function probe(baseUrl: string, read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    // Login has an address of its own: that of its option, and never the one that was kept.
    if (error instanceof UnavailableError) throw failureOf(error, false, () => baseUrl);
    if (!(error instanceof ApiError) || !ACCEPTING_STATUSES.has(error.status)) throw error;
    if (isForeign(error)) throw noDecisionApi(baseUrl);
  }
}

const ACCEPTING_STATUSES = new Set([403, 404]);
