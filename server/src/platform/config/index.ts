// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the configuration: read once from the environment, checked whole, frozen.
 * Refuses to know what it is used for.
 */
import { archiveFault } from './archive.ts';
import { otlpFault } from './otlp.ts';
import { secretText } from './secret-files.ts';
import { stripeFault } from './stripe.ts';
import { VARIABLES } from './variables.ts';

export { type ArchivePlace, archivePlaceOf, type BucketSettings } from './archive.ts';
export { type OtlpSettings, otlpSettingsOf } from './otlp.ts';
export { parseSmtpAddress, type SmtpAddress } from './smtp-address.ts';
export { type StripeSettings, stripeSettingsOf } from './stripe.ts';
export { unknownVariables } from './unknown-variables.ts';
export { DATABASE_CONNECTIONS, type DocsMode, type SignUpMode } from './variables.ts';

export type Config = Readonly<{
  [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]['read']>;
}>;

/** All faults of the environment, a line each; every line names its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws ConfigError that lists every fault, not only the first */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const { text, fault } = textOf(environment, variable);
    if (fault !== null) faults.push(fault);
    else {
      try {
        values[name] = variable.read(text === '' ? undefined : text);
      } catch (error) {
        faults.push(`${variable.name} ${(error as Error).message}.`);
      }
    }
  }
  if (values.databaseUrl && !values.encryptionKeys) {
    faults.push('SVC_ENCRYPTION_KEY is required with DATABASE_URL: 32 bytes in base64, the same on every process.');
  }
  const fault = stripeFault(values) ?? archiveFault(values) ?? otlpFault(values);
  if (fault !== null && faults.length === 0) faults.push(fault);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return Object.freeze(values) as Config;
}

/** A secret may stand in a file, whose faults are sentences of their own. */
function textOf(environment: NodeJS.ProcessEnv, { name, isSecret }: { name: string; isSecret?: boolean }) {
  if (isSecret !== true) return { text: environment[name], fault: null };
  try {
    return { text: secretText(environment, name), fault: null };
  } catch (error) {
    return { text: undefined, fault: (error as Error).message };
  }
}
