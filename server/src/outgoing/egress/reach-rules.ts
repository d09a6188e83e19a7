// SPDX-License-Identifier: Apache-2.0
/** The rules for each caller: what the operator opened is for some of them, and the own machine for fewer. */
import { type AddressRules, addressRules } from './address-rules.ts';

export interface Caller {
  /** The organization that calls. */
  owner?: string;
  /** Whether it may reach the ranges that the operator opened. */
  privateNetworks: boolean;
}

interface NamedRules {
  rules: AddressRules;
  /** Sets connections under these rules apart from others. */
  name: string;
}

/** The addresses of the machine that a process runs on. */
export const OWN_MACHINE = ['127.0.0.0/8', '::1'];

/**
 * @param allow CIDR ranges and addresses that the operator opened though they are not public
 * @param loopbackFor the organizations that may reach the own machine, too
 */
export function reachRules(allow: readonly string[], loopbackFor: ReadonlySet<string>): (caller: Caller) => NamedRules {
  const closed = { rules: addressRules([]), name: '' };
  const opened = { rules: addressRules(allow), name: ' in private' };
  const withOwnMachine = { rules: addressRules([...allow, ...OWN_MACHINE]), name: ' in private and here' };
  return ({ owner, privateNetworks }) => {
    if (!privateNetworks) return closed;
    return owner !== undefined && loopbackFor.has(owner) ? withOwnMachine : opened;
  };
}
