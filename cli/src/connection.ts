// SPDX-License-Identifier: Apache-2.0
/** The client of the service for a command, and the translation of its errors for a shell. */
import {
  ApiError,
  AuthenticationError,
  createClient,
  ForbiddenError,
  NotFoundError,
  type SvcClient,
  SvcError,
  UnavailableError,
} from '@svc/sdk';
import { readCredentials } from './credentials/index.ts';
import { EXIT } from './exit-codes.ts';
import { Failure, faultOf } from './failure.ts';
import { type Environment, keyVariable } from './world.ts';

export const BASE_URL_DEFAULT = 'http://127.0.0.1:4000';

export interface Connection {
  readonly client: SvcClient;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The environment of the key, by its prefix; null for an unknown prefix. */
  readonly keyKind: 'LIVE' | 'TEST' | null;
}

/**
 * Connects with the key of the environment, else with the one that login kept.
 * @throws Failure 5 when there is no key
 */
export function connect(env: Environment): Connection {
  const apiKey = keyVariable(env, 'SVC_API_KEY');
  const key = apiKey ?? readCredentials(env)?.apiKey;
  if (key === undefined) {
    const isEmpty = env.SVC_API_KEY !== undefined;
    const message = isEmpty
      ? 'SVC_API_KEY is set and empty. Set it to a key, or run: svc login --api-key <key>.'
      : 'There is no API key. Run: svc login --api-key <key>, or set SVC_API_KEY.';
    throw new Failure('no_api_key', message, EXIT.authentication);
  }
  return open(key, addressOf(env));
}

/** @throws Failure when the key or the address is malformed */
export function open(apiKey: string, baseUrl: string): Connection {
  if (apiKey.trim() === '') throw new Failure('no_api_key', 'The API key is empty.', EXIT.authentication);
  try {
    const keyKind = apiKey.startsWith('key_live_') ? 'LIVE' : apiKey.startsWith('key_test_') ? 'TEST' : null;
    return { client: createClient({ apiKey, baseUrl }), baseUrl, apiKey, keyKind };
  } catch (error) {
    throw new Failure('bad_option', (error as Error).message);
  }
}

/** The address of the environment, else the one that login kept. */
export function addressOf(env: Environment): string {
  return keyVariable(env, 'SVC_BASE_URL') ?? readCredentials(env)?.baseUrl ?? BASE_URL_DEFAULT;
}

/**
 * Turns any error of a command into a failure.
 * @param address tells where no answer came from
 */
export function failureOf(error: unknown, hasPolicyRoutes: boolean, address: () => string): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AuthenticationError || error instanceof ForbiddenError) {
    return new Failure(error.code, `${error.message} (${error.status})`, EXIT.authentication);
  }
  if (hasPolicyRoutes && error instanceof NotFoundError) {
    const message = 'This server has no policies as code (404). Check the base address.';
    return new Failure('no_policy_api', message, EXIT.noPolicyApi);
  }
  if (error instanceof NotFoundError && isForeign(error)) return noDecisionApi(address());
  if (error instanceof ApiError) {
    const request = error.requestId === null ? '' : `, request ${error.requestId}`;
    return new Failure(error.code, `${error.message} (${error.status}${request})`, EXIT.failure, error.fields);
  }
  if (error instanceof UnavailableError && error.status === null) {
    return unreachable(`${error.message}.`, address());
  }
  if (error instanceof SvcError) return new Failure('unavailable', error.message);
  return faultOf(error);
}

/** A 404 of a server that has no such route, whose message the contract fixes, or of one that is not ours. */
export function isForeign({ status, code, message }: ApiError): boolean {
  return status === 404 && (code === 'not_json' || message.startsWith('Cannot '));
}

export function noDecisionApi(address: string): Failure {
  return new Failure('no_decision_api', `There is no decision API at ${address}. Check the base address.`);
}

/** @param sentence says what went wrong */
export function unreachable(sentence: string, address: string): Failure {
  return new Failure('unavailable', `${sentence} Check that the service runs at ${address}, or set SVC_BASE_URL.`);
}
