/** Whether an address that a person registers could ever be called. Names are resolved at each call, not here. */
import { addressRules } from './address-rules.ts';
import { targetOf } from './target.ts';

export interface AddressReach {
  /**
   * @param href an address that `readWebAddress` takes
   * @param privateNetworks whether the organization may reach the ranges that the operator opened
   * @returns the fault as a phrase after the name of a field; null for an address that may be reachable
   */
  faultOf(href: string, privateNetworks: boolean): string | null;
}

/** The system resolves these to loopback. */
const LOOPBACK_NAME = /^(?:.+\.)?localhost$/;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Names of metadata services in clouds, and the address behind them. */
const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);
const METADATA = ['169.254.169.254'];

const MUST_BE_PUBLIC = 'must be a public address';

/** @param allow CIDR ranges and addresses that the operator opened though they are not public */
export function createAddressReach(allow: readonly string[]): AddressReach {
  const opened = addressRules(allow);
  const closed = addressRules([]);
  return {
    faultOf(href, privateNetworks) {
      const { host, isAddress } = targetOf(href);
      const addresses = isAddress ? [host] : addressesOf(host);
      const rules = privateNetworks ? opened : closed;
      if (addresses.length === 0 || addresses.some((address) => rules.permits(address))) return null;
      if (addresses.some((address) => opened.permits(address))) {
        return `${MUST_BE_PUBLIC}; the operator opened this one to other organizations only`;
      }
      return `${MUST_BE_PUBLIC}; the service refuses to call this one`;
    },
  };
}

/** The addresses that a name always means; none for every other name. */
function addressesOf(name: string): readonly string[] {
  if (LOOPBACK_NAME.test(name)) return LOOPBACK;
  return METADATA_NAMES.has(name) ? METADATA : [];
}
