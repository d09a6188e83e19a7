// SPDX-License-Identifier: Apache-2.0
/** The collector of the operator, by the standard variables of OpenTelemetry exporters. */
import { integer, plainAddress, secret, variable } from './variable.ts';

export interface OtlpSettings {
  /** Null: no audit events are sent. */
  logsUrl: string | null;
  /** Null: no spans are sent. */
  tracesUrl: string | null;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  serviceName: string;
}

const TIMEOUT_MS_DEFAULT = 10_000;
const TIMEOUT_MS_MAX = 60_000;
const HEADERS_MAX = 32;
const EXAMPLE = 'http://127.0.0.1:4318';
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const NOT_FREE: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding', 'host']);

const address = (text: string | undefined): string | null =>
  text === undefined ? null : plainAddress(text, EXAMPLE).href;

export const OTLP_VARIABLES = {
  otlpEndpoint: variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'unset: off',
    'Address of a collector of OpenTelemetry (OTLP/HTTP): audit events go to `/v1/logs`, spans to `/v1/traces`.',
    address,
  ),
  otlpLogsEndpoint: variable(
    'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    'that address and /v1/logs',
    'Whole address for audit events alone.',
    address,
  ),
  otlpTracesEndpoint: variable(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'that address and /v1/traces',
    'Whole address for spans alone.',
    address,
  ),
  otlpHeaders: secret(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'unset',
    'Headers of each request, percent-encoded, such as `authorization=Bearer%20TOKEN,x-tenant=1`.',
    (text) => headersIn(text ?? ''),
  ),
  otlpTimeoutMs: variable(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    String(TIMEOUT_MS_DEFAULT),
    'Milliseconds that a request may take.',
    (text) => integer(text ?? String(TIMEOUT_MS_DEFAULT), 1, TIMEOUT_MS_MAX),
  ),
  otlpProtocol: variable('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'The only protocol is http/json.', (text) => {
    return text ?? PROTOCOL;
  }),
  otelServiceName: variable('OTEL_SERVICE_NAME', 'svc', 'The `service.name` of what is sent.', (text) => text ?? 'svc'),
} as const;

const PROTOCOL = 'http/json';

interface Given {
  otlpEndpoint: string | null;
  otlpLogsEndpoint: string | null;
  otlpTracesEndpoint: string | null;
  otlpHeaders: Readonly<Record<string, string>>;
  otlpTimeoutMs: number;
  otelServiceName: string;
}

export function otlpSettingsOf(given: Given): OtlpSettings {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, otlpTimeoutMs: timeoutMs, otelServiceName } = given;
  const below = (path: string) => (endpoint === null ? null : `${endpoint.replace(/\/$/, '')}${path}`);
  return {
    logsUrl: given.otlpLogsEndpoint ?? below('/v1/logs'),
    tracesUrl: given.otlpTracesEndpoint ?? below('/v1/traces'),
    headers,
    timeoutMs,
    serviceName: otelServiceName,
  };
}

/** @returns what is wrong with them together; null when nothing is */
export function otlpFault(values: Readonly<Record<string, unknown>>): string | null {
  const { otlpEndpoint, otlpLogsEndpoint, otlpTracesEndpoint, otlpProtocol } = values;
  if (!(otlpEndpoint || otlpLogsEndpoint || otlpTracesEndpoint) || otlpProtocol === PROTOCOL) return null;
  return `OTEL_EXPORTER_OTLP_PROTOCOL must be ${PROTOCOL}, which collectors take on port 4318: svc speaks no other.`;
}

/** @throws Error with the fault, which repeats nothing of the value, since that may hold a secret */
function headersIn(text: string): Readonly<Record<string, string>> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length > HEADERS_MAX) throw new Error(`must list at most ${HEADERS_MAX} headers`);
  return Object.fromEntries(parts.map(headerIn));
}

function headerIn(part: string): [name: string, value: string] {
  const at = part.indexOf('=');
  const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
  const value = decoded(part.slice(at + 1).trim());
  if (!HEADER_NAME.test(name) || value === null || !HEADER_VALUE.test(value)) {
    throw new Error('must list headers as name=value, percent-encoded and separated by commas');
  }
  if (NOT_FREE.has(name)) throw new Error(`must not hold the header ${name}`);
  return [name, value];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
