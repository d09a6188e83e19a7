// SPDX-License-Identifier: Apache-2.0
/** Names in the environment that look like ours and are not: a slip there is a setting that never counts. */
import { nearMiss } from '@svc/documents';
import { fileVariableOf } from './secret-files.ts';
import { VARIABLES } from './variables.ts';

/** Variables of the client library, the command line and the examples, which may share an environment. */
const OF_CLIENTS: readonly string[] = ['SVC_API_KEY', 'SVC_LIVE_KEY', 'SVC_TEST_KEY', 'SVC_WEBHOOK_SECRET'];
const WARNINGS_MAX = 20;
const NAME_CHARACTERS_MAX = 64;

/** One sentence for each unknown name, with the one that was probably meant. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.values(VARIABLES).flatMap(({ name, isSecret }) => {
    return isSecret ? [name, fileVariableOf(name)] : [name];
  });
  const unknown = Object.keys(environment).filter((name) => {
    return /^SVC_/i.test(name) && !known.includes(name) && !OF_CLIENTS.includes(name);
  });
  return unknown.slice(0, WARNINGS_MAX).map((name) => {
    const meant = known.find((one) => one === name.toUpperCase()) ?? nearMiss(name, known);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return `${name.slice(0, NAME_CHARACTERS_MAX)} is no variable of the service and does not count${hint}`;
  });
}
