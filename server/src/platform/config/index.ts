// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the configuration: read once from the environment, checked whole, frozen.
 * Refuses to know what it is used for.
 */
import { secretText } from './secret-files.ts';
import { stripeFault } from './stripe.ts';
import { VARIABLES } from './variables.ts';

export { parseSmtpAddress, type SmtpAddress } from './smtp-address.ts';
export { type StripeSettings, stripeSettingsOf } from './stripe.ts';
export { unknownVariables } from './unknown-variables.ts';
export type { SignUpMode } from './variables.ts';

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
    try {
      const text = variable.isSecret ? secretText(environment, variable.name) : environment[variable.name];
      values[name] = variable.read(text === '' ? undefined : text);
    } catch (error) {
      const { message } = error as Error;
      faults.push(message.startsWith(variable.name) ? message : `${variable.name} ${message}.`);
    }
  }
  if (values.databaseUrl && !values.encryptionKeys) {
    faults.push('SVC_ENCRYPTION_KEY is required with DATABASE_URL: 32 bytes in base64, the same on every process.');
  }
  const fault = stripeFault(values);
  if (fault !== null && faults.length === 0) faults.push(fault);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return Object.freeze(values) as Config;
}
