// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a credential goes to the named hosts, and to no host that only looks like one of them. */
import { expect, it } from 'vitest';
import { isHostAmong } from './allowed-hosts.ts';

it.each<[boolean, string, string]>([
  [true, 'api.crm.example', 'https://api.crm.example/v1'],
  [true, 'api.crm.example', 'http://API.CRM.example:8443/'],
  [true, '*.crm.example', 'https://a.b.crm.example/'],
  [true, '10.0.0.1', 'http://0x0a.1/'],
  [true, '[::1]', 'http://[0:0::1]/'],
  [false, 'crm.example', 'https://api.crm.example/'],
  [false, 'crm.example', 'https://crm.example.evil.test/'],
  [false, 'crm.example', 'https://crm.example@evil.test/'],
  [false, 'crm.example', 'https://crm.example./'],
  [false, '*.crm.example', 'https://crm.example/'],
  [false, '*.crm.example', 'https://evil-crm.example/'],
  [false, '*.crm.example', 'https://a.crm.example.evil.test/'],
  [false, '*.0.0.1', 'http://10.0.0.1/'],
])('is %s for %s and %s', (isAmong, pattern, address) => {
  expect(isHostAmong(address, ['other.example', pattern])).toBe(isAmong);
});
