// SPDX-License-Identifier: Apache-2.0
/** `svc-server doctor`: checks what the service needs, changes nothing, and says how to mend what is wrong. */
import { type Config, ConfigError, unknownVariables } from '../../../platform/config/index.ts';
import { nameDatabase } from '../reach-database.ts';
import { checkDatabase } from './database.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { checkDataFolder, checkDisk, checkNode } from './machine.ts';
import { checkAddresses, checkMail, checkProvisioningFile, checkSignUp } from './network.ts';

const USAGE = `Usage:
  svc-server doctor [--json]
Each line is ok, warning or fault, with how to fix it. Ends with 1 when there is a fault.
`;

const FAILED = 1;
const ENVIRONMENT = 'environment';
const STATUS_WIDTH = 7;
const CHECK_WIDTH = 17;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code: 1 with a fault */
export async function doctor(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const isJson = args.length === 1 && args[0] === '--json';
  if (args.length > 0 && !isJson) {
    stderr.write(USAGE);
    return FAILED;
  }
  const findings = await examine(environment, readConfig, isJson ? stderr : stdout);
  stdout.write(isJson ? `${JSON.stringify(findings, null, 2)}\n` : findings.map(lineOf).join(''));
  return findings.some(({ status }) => status === 'fault') ? FAILED : 0;
}

async function examine(
  environment: NodeJS.ProcessEnv,
  readConfig: () => Config,
  output: Streams['stdout'],
): Promise<Finding[]> {
  const unknown = unknownVariables(environment).map((says) => warning(ENVIRONMENT, says, 'Rename or unset it.'));
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const mend = 'See docs/reference/configuration.md. The other checks need a readable environment.';
    return [...unknown, ...error.message.split('\n').map((says) => fault(ENVIRONMENT, says, mend))];
  }
  nameDatabase(config, output);
  return [
    ...unknown,
    ok(ENVIRONMENT, 'every variable can be read'),
    checkNode(process.versions.node),
    ...checkDataFolder(config),
    checkDisk(config),
    ...(await checkDatabase(config)),
    ...checkAddresses(config),
    checkSignUp(config),
    await checkMail(config),
    ...checkProvisioningFile(config),
  ];
}

function lineOf({ check, status, says, mend }: Finding): string {
  const head = `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  `;
  const indent = `\n${' '.repeat(head.length)}`;
  return `${head}${says.replaceAll('\n', indent)}${mend === null ? '' : `${indent}${mend}`}\n`;
}
