// SPDX-License-Identifier: Apache-2.0
/** Reads an API key of the file. */
import { API_KEY_RANDOM_CHARACTERS_MIN, KEY_KINDS, KEY_PERMISSIONS } from '@svc/contract';
import { API_KEY_BEGINNINGS, type GivenApiKey, isApiKey, kindOfKey } from '../../../registry/api-keys/index.ts';
import { addressRanges } from '../reading/addresses.ts';
import {
  list,
  nameAmong,
  nullable,
  optional,
  type Reader,
  record,
  recordName,
  refined,
  required,
  text,
  time,
  word,
} from '../reading/index.ts';
import { type IdOf, referenced } from './references.ts';

const KEY_CHARACTERS_MAX = 200;

const keyValue: Reader<string> = refined(text(KEY_CHARACTERS_MAX), (value, tell, label) =>
  isApiKey(value)
    ? value
    : tell(
        `${label} must begin with ${Object.values(API_KEY_BEGINNINGS).join(' or ')} and go on with at least ` +
          `${API_KEY_RANDOM_CHARACTERS_MIN} letters and digits`,
      ),
);

/** @param agents names of the organization's agents in this file */
export function apiKeyFields(agents: ReadonlySet<string>) {
  return {
    name: required(recordName),
    key: optional(keyValue),
    kind: optional(word(KEY_KINDS)),
    agent: optional(nullable(nameAmong(agents, 'an agent'))),
    permissions: optional(list(word(KEY_PERMISSIONS), KEY_PERMISSIONS.length, 1)),
    allowedIps: optional(nullable(addressRanges)),
    expiresAt: optional(nullable(time)),
  };
}

export function apiKeyReader(agents: ReadonlySet<string>) {
  const fields = record(apiKeyFields(agents));
  return refined(fields, (entry, tell) => {
    const { key, kind } = entry;
    if (key === undefined || kind === undefined || kindOfKey(key) === kind) return entry;
    const beginning = API_KEY_BEGINNINGS[kindOfKey(key)];
    return tell(`the kind ${kind} does not go with a key that begins with ${beginning}`, entry.place.fields.kind);
  });
}
export type ApiKeyEntry = ReturnType<ReturnType<typeof apiKeyReader>> & object;

/** Contains the id of the agent that the file names. */
export function givenApiKey({ agent, expiresAt, ...entry }: ApiKeyEntry, idOfAgent: IdOf): GivenApiKey {
  return {
    ...entry,
    agentId: referenced(agent, idOfAgent),
    expiresAt: typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : expiresAt,
  };
}
