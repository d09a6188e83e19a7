// SPDX-License-Identifier: Apache-2.0
/** Readers of addresses: of the web, of hosts, of networks and of people. */

import { ALLOWED_IPS_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import { readWebAddress } from '../../../outgoing/egress/index.ts';
import { rangeFault } from '../../../platform/addresses/index.ts';
import { baseUrlFault } from '../../../registry/gateway-routes/index.ts';
import { HOST_CHARACTERS_MAX, hostPatternOf } from '../../../registry/integrations/index.ts';
import { list, type Reader, refined } from './reader.ts';
import { ruled, text } from './values.ts';

/** An http or https address without credentials or fragment, in the one spelling that clients send. */
export const webAddress: Reader<string> = refined(text(URL_CHARACTERS_MAX), (value, tell, label) => {
  const { href, fault } = readWebAddress(value);
  return href ?? tell(`${label} ${fault}`);
});

/** An address to which a path can be appended. */
export const baseAddress: Reader<string> = ruled(webAddress, baseUrlFault);

const EMAIL_CHARACTERS_MAX = 254;

export const email: Reader<string> = refined(text(EMAIL_CHARACTERS_MAX), (value, tell, label) =>
  /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value) && !/\p{Cc}/u.test(value)
    ? value
    : tell(`${label} must be an e-mail address`),
);

/** Addresses or CIDR ranges, v4 and v6. */
export const addressRanges: Reader<string[]> = list(
  refined(text(URL_CHARACTERS_MAX), (value, tell, label) => {
    const fault = rangeFault(value);
    return fault === null ? value : tell(`${label} must be an IP address or a CIDR range: ${fault}`);
  }),
  ALLOWED_IPS_MAX,
  1,
);

/** A host name, an IP address or `*.domain`, in the normal form for comparison. */
export const hostPattern: Reader<string> = refined(text(HOST_CHARACTERS_MAX), (value, tell, label) => {
  const { pattern, fault } = hostPatternOf(value);
  return pattern ?? tell(`${label} ${fault}`);
});
