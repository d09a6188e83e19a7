/** Guarantee: an address that no call could reach is named as such, and every other one is left to the call. */
import { describe, expect, it } from 'vitest';
import { createAddressReach } from './index.ts';

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

  it.each(PRIVATE)('%s is out of reach for everybody', (href) => {
    for (const permitted of [true, false]) {
      expect(reach.faultOf(href, permitted)).toBe('must be a public address; the service refuses to call this one');
    }
  });

  it.each([
    'https://siem.example/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://intranet/',
    'http://localhost.example/',
  ])('%s is left to the call', (href) => {
    expect(reach.faultOf(href, false)).toBeNull();
  });
});

describe('with opened ranges', () => {
  const reach = createAddressReach(['10.0.0.0/8', '127.0.0.1']);

  it.each(['http://10.0.0.9/', 'http://127.0.0.1/', 'http://localhost:3000/', 'http://[::ffff:10.0.0.9]/'])(
    '%s is for organizations that may reach them',
    (href) => {
      expect(reach.faultOf(href, true)).toBeNull();
      expect(reach.faultOf(href, false)).toMatch(/the operator opened this one to other organizations only$/);
    },
  );

  it('leaves all others closed', () => {
    expect(reach.faultOf('http://192.168.1.1/', true)).not.toBeNull();
    expect(reach.faultOf('http://[::1]/', true)).not.toBeNull();
  });
});
