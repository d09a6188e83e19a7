// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the standard variables mean what they mean everywhere, and a bad value names itself without its text. */
import { describe, expect, it } from 'vitest';
import { ConfigError, otlpSettingsOf, readConfig } from './index.ts';

const settingsOf = (variables: Record<string, string>) => otlpSettingsOf(readConfig(variables));
const AT = 'http://127.0.0.1:4318';

describe('the addresses', () => {
  it.each([
    [{}, null, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: AT }, `${AT}/v1/logs`, `${AT}/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${AT}/below/` }, `${AT}/below/v1/logs`, `${AT}/below/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${AT}/events` }, `${AT}/events`, null],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: AT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other.example/t' },
      `${AT}/v1/logs`,
      'https://other.example/t',
    ],
  ])('of %j', (variables, logsUrl, tracesUrl) => {
    expect(settingsOf(variables as Record<string, string>)).toMatchObject({ logsUrl, tracesUrl });
  });
});

it('headers are percent-encoded, and their names are in lower case', () => {
  expect(settingsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%2Cb, x-tenant=1' }).headers).toEqual({
    authorization: 'Bearer a,b',
    'x-tenant': '1',
  });
});

it('without an address no protocol is refused', () => {
  expect(settingsOf({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).logsUrl).toBeNull();
});

describe('a fault', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret-text@collector.example'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-text'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret-text%0d%0ab'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'content-type=secret-text'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s'],
  ])('of %s like %s', (name, text) => {
    expect(() => readConfig({ [name]: text })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: text })).toThrow(name);
    expect(() => readConfig({ [name]: text })).not.toThrow('secret-text');
  });

  it('of a protocol that is not spoken', () => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: AT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(() => readConfig(variables)).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/);
  });
});
