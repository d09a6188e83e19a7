// SPDX-License-Identifier: Apache-2.0
/** Whether an address that a person registers could ever be called. Names are resolved at each call, not here. */
import { addressRules } from './address-rules.ts';
import { type Caller, reachRules } from './reach-rules.ts';
import { targetOf } from './target.ts';

export interface AddressReach {
  /**
   * @param href an address that `readWebAddress` takes
   * @param caller the organization whose record it is to be
   * @returns the fault as a phrase after the name of a field; null for an address that may be reachable
   */
  faultOf(href: string, caller: Caller): string | null;
}

/** The system resolves these to loopback. */
const LOOPBACK_NAME = /^(?:.+\.)?localhost$/;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Names of metadata services in clouds, and the address behind them. */
const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);
const METADATA = ['169.254.169.254'];

const MUST_BE_PUBLIC = 'must be a public address';

/**
 * @param allow CIDR ranges and addresses that the operator opened though they are not public
 * @param loopbackFor the organizations that may reach the own machine, too
 */
export function createAddressReach(
  allow: readonly string[],
  loopbackFor: ReadonlySet<string> = new Set(),
): AddressReach {
  const opened = addressRules(allow);
  const rulesOf = reachRules(allow, loopbackFor);
  return {
    faultOf(href, caller) {
      const { host, isAddress } = targetOf(href);
      const addresses = isAddress ? [host] : addressesOf(host);
      const { rules } = rulesOf(caller);
      if (addresses.length === 0 || addresses.some((address) => rules.permits(address))) return null;
      if (addresses.some((address) => opened.permits(address))) {
        return `${MUST_BE_PUBLIC}; the operator opened this one to other organizations only`;
      }
      if (caller.privateNetworks) return `${MUST_BE_PUBLIC}, or one that the operator opens with SVC_EGRESS_ALLOW`;
      return `${MUST_BE_PUBLIC}; the service refuses to call this one`;
    },
  };
}

/** The addresses that a name always means; none for every other name. */
function addressesOf(name: string): readonly string[] {
  if (LOOPBACK_NAME.test(name)) return LOOPBACK;
  return METADATA_NAMES.has(name) ? METADATA : [];
}
