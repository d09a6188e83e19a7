// SPDX-License-Identifier: Apache-2.0
/** `svc-server domains`: the operator vouches for a domain of an organization, whose directory then speaks for it. */
import { findOrganization } from '../../../organization/operators/index.ts';
import { listDomains, removeAsOperator, verifyAsOperator } from '../../../organization/sso/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { onDatabase } from '../on-database.ts';
import { plainLine } from '../plain-line.ts';

const USAGE = `Usage:
  svc-server domains list ORGANIZATION
  svc-server domains verify ORGANIZATION DOMAIN
  svc-server domains remove ORGANIZATION DOMAIN
    ORGANIZATION  its name or id
    list          every domain, and who proved it
    verify        vouch for a domain: people with its addresses get accounts by the directory of the organization
    remove        end that; members stay members
`;

const FAILED = 1;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code @throws Error with a message for the operator */
export async function domains(
  [verb, nameOrId, domain]: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const wants = verb === 'list' ? domain === undefined : domain !== undefined;
  if (nameOrId === undefined || !wants || !['list', 'verify', 'remove'].includes(verb ?? '')) {
    stderr.write(USAGE);
    return FAILED;
  }
  const names = verb === 'list' ? stderr : stdout;
  return await onDatabase(readConfig(), { names, stderr }, async (pool) => {
    const { id, name } = await findOrganization(pool, nameOrId);
    if (verb === 'list') {
      for (const one of await listDomains(pool, id)) {
        stdout.write(`${plainLine([one.domain, one.verifiedBy ?? 'not proved'].join('  '))}\n`);
      }
    } else if (verb === 'verify') {
      stdout.write(`${plainLine(`Verified for ${name}: ${await verifyAsOperator(pool, id, domain ?? '')}`)}\n`);
    } else {
      const isRemoved = await removeAsOperator(pool, id, domain ?? '');
      stdout.write(
        `${plainLine(isRemoved ? `Removed from ${name}: ${domain}` : `${name} has no domain ${domain}.`)}\n`,
      );
    }
  });
}
