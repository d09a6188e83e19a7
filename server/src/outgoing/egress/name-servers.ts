// SPDX-License-Identifier: Apache-2.0
/**
 * Resolves names to addresses. Name servers are asked directly, with as many names at once as there are calls. The
 * system's own look-up blocks a thread until it gives up, so a few silent name servers would stop every call to every
 * name. The system resolves three fast cases: names of the hosts file, names without a dot, which its search domains
 * complete, and unknown names.
 */
import { Resolver as NameServers } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  IPV6_ANSWER_LATER_MS,
  LOOKUPS_AT_ONCE_MAX,
  NAME_SERVER_ATTEMPTS_MAX,
  NAME_SERVER_TIMEOUT_MS,
} from './limits.ts';
import { type Resolver, sharedResolver, systemResolver } from './resolve.ts';

const HOSTS_FILE = '/etc/hosts';
/** Fast negative answers, after which the system may still know the name. */
const ASK_SYSTEM: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ECONNREFUSED']);

/** @param nameServers by default those of the system @param system resolver for the remaining names */
export function nameServerResolver(
  nameServers = new NameServers({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_ATTEMPTS_MAX }),
  system = systemResolver,
): Resolver {
  const bySystem = sharedResolver(system, LOOKUPS_AT_ONCE_MAX);
  return async (host) => {
    if (!host.includes('.') || (await isInHostsFile(host))) return await bySystem(host);
    const asking = answerOf(nameServers.resolve6(host));
    const ipv4 = await answerOf(nameServers.resolve4(host));
    // A name server that answers for only one address family is not awaited for the other.
    const isEnough = ipv4.addresses.length > 0;
    const ipv6 = isEnough ? await Promise.race([asking, delay(IPV6_ANSWER_LATER_MS, NOTHING)]) : await asking;
    const addresses = [...ipv4.addresses, ...ipv6.addresses];
    return addresses.length === 0 && ipv4.maySystemKnow && ipv6.maySystemKnow ? await bySystem(host) : addresses;
  };
}

interface Answer {
  addresses: readonly string[];
  maySystemKnow: boolean;
}

const NOTHING: Answer = { addresses: [], maySystemKnow: false };

async function answerOf(asking: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await asking, maySystemKnow: false };
  } catch (error) {
    return { addresses: [], maySystemKnow: ASK_SYSTEM.has((error as { code?: unknown }).code) };
  }
}

/** The file may change while the service runs, and it is short. */
async function isInHostsFile(host: string): Promise<boolean> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const name = host.toLowerCase();
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name);
  });
}
