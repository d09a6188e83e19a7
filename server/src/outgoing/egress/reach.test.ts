// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an address that no call could reach is named as such, and every other one is left to the call. */
import { describe, expect, it } from 'vitest';
import { createAddressReach } from './index.ts';

/** An organization of a provisioning file, and one that signed up by itself. */
const OPERATORS = { owner: 'operators', privateNetworks: true };
const OTHERS = { owner: 'others', privateNetworks: false };

const PRIVATE = [
  'http://10.0.0.9/',
  'https://192.168.1.1/hook',
  'http://127.0.0.1:8080/',
  'http://0.0.0.0/',
  'http://169.254.169.254/latest',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.9]/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::a00:9]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://localhost/',
  'http://LOCALHOST:3000/',
  'http://api.localhost/',
  'http://metadata.google.internal/computeMetadata',
];

describe('without an opened range', () => {
  const reach = createAddressReach([]);

  it.each(PRIVATE)('%s is out of reach for everybody, and the setting is named to whom it can open it', (href) => {
    expect(reach.faultOf(href, OTHERS)).toBe('must be a public address; the service refuses to call this one');
    const named = 'must be a public address, or one that the operator opens with SVC_EGRESS_ALLOW';
    expect(reach.faultOf(href, OPERATORS)).toBe(named);
  });

  it.each([
    'https://siem.example/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://intranet/',
    'http://localhost.example/',
  ])('%s is left to the call', (href) => {
    expect(reach.faultOf(href, OTHERS)).toBeNull();
  });
});

describe('with opened ranges', () => {
  const reach = createAddressReach(['10.0.0.0/8', '127.0.0.1']);

  it.each(['http://10.0.0.9/', 'http://127.0.0.1/', 'http://localhost:3000/', 'http://[::ffff:10.0.0.9]/'])(
    '%s is for organizations that may reach them',
    (href) => {
      expect(reach.faultOf(href, OPERATORS)).toBeNull();
      expect(reach.faultOf(href, OTHERS)).toMatch(/the operator opened this one to other organizations only$/);
    },
  );

  it('leaves all others closed', () => {
    expect(reach.faultOf('http://192.168.1.1/', OPERATORS)).not.toBeNull();
    expect(reach.faultOf('http://[::1]/', OPERATORS)).not.toBeNull();
  });
});

describe('with the own machine for one organization', () => {
  const reach = createAddressReach([], new Set(['operators']));

  it.each(['http://127.0.0.1:4010/', 'http://localhost:4010/', 'http://[::1]/'])('%s is for it alone', (href) => {
    expect(reach.faultOf(href, OPERATORS)).toBeNull();
    expect(reach.faultOf(href, { ...OPERATORS, privateNetworks: false })).not.toBeNull();
    expect(reach.faultOf(href, { ...OPERATORS, owner: 'another' })).toMatch(/opens with SVC_EGRESS_ALLOW$/);
    expect(reach.faultOf(href, { privateNetworks: true })).not.toBeNull();
  });

  it('opens nothing else', () => {
    for (const href of PRIVATE.filter((one) => !/127|localhost|LOCALHOST|::1|0x7f|2130706433/.test(one))) {
      expect(reach.faultOf(href, OPERATORS)).not.toBeNull();
    }
  });
});
