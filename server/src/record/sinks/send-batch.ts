// SPDX-License-Identifier: Apache-2.0
/** Sends a batch of events so that none of them is lost, and none keeps the others back for ever. */
import { anyValue, type Collector, CollectorFault, keyValues } from '../../outgoing/otlp/index.ts';
import { OCSF_VERSION, type OcsfEvent } from './ocsf.ts';

/** Refusals in a row that are taken for one fault of all requests. */
const REFUSALS_MAX = 24;
const NANOSECONDS_PER_MS = '000000';

export interface Sent {
  /** Events that the collector said it dropped. */
  rejected: number;
  /** Events that were refused alone, while others were taken. */
  passedOver: OcsfEvent[];
}

export interface BatchSending {
  collector: Pick<Collector, 'send'>;
  resource: { serviceName: string; version: string };
  nowMs: number;
  signal: AbortSignal;
}

/**
 * Halves a refused batch until it is known which events are refused. They are passed over only if the collector takes
 * others: one that refuses everything is set up wrongly, and loses nothing.
 * @throws CollectorFault when the batch has to be sent again
 */
export async function sendBatch(sending: BatchSending, events: readonly OcsfEvent[]): Promise<Sent> {
  const { collector, signal } = sending;
  const sent: Sent = { rejected: 0, passedOver: [] };
  let taken = 0;
  let refusals = 0;

  async function sendPart(part: readonly OcsfEvent[]): Promise<void> {
    try {
      const { rejected } = await collector.send(requestOf(sending, part), signal);
      sent.rejected += Math.min(rejected, part.length);
      taken += part.length;
    } catch (error) {
      refusals += 1;
      const isRefusal = error instanceof CollectorFault && error.isRefusal;
      if (!isRefusal || (taken === 0 && refusals > REFUSALS_MAX)) throw error;
      await sendHalves(part, error);
    }
  }

  async function sendHalves(part: readonly OcsfEvent[], fault: CollectorFault): Promise<void> {
    const [only] = part;
    if (part.length === 1 && only !== undefined) {
      sent.passedOver.push(only);
      if (sent.passedOver.length === events.length) throw fault;
      return;
    }
    const middle = part.length >> 1;
    await sendPart(part.slice(0, middle));
    await sendPart(part.slice(middle));
  }

  await sendPart(events);
  return sent;
}

function requestOf({ resource, nowMs }: BatchSending, events: readonly OcsfEvent[]): object {
  const { serviceName, version } = resource;
  const observedTimeUnixNano = `${nowMs}${NANOSECONDS_PER_MS}`;
  return {
    resourceLogs: [
      {
        resource: { attributes: keyValues({ 'service.name': serviceName, 'service.version': version }) },
        scopeLogs: [
          {
            scope: { name: 'svc.ocsf', version: OCSF_VERSION },
            logRecords: events.map((event) => logRecordOf(event, observedTimeUnixNano)),
          },
        ],
      },
    ],
  };
}

/** Severities of OpenTelemetry by `severity_id`. */
const SEVERITIES: readonly (readonly [number: number, text: string])[] = [
  [0, 'UNSPECIFIED'],
  [9, 'INFO'],
  [10, 'INFO2'],
  [13, 'WARN'],
  [17, 'ERROR'],
  [21, 'FATAL'],
];

function logRecordOf(event: OcsfEvent, observedTimeUnixNano: string): object {
  const { event_code, tenant_uid } = event.metadata as OcsfEvent;
  const [severityNumber, severityText] = SEVERITIES[Number(event.severity_id)] ?? [0, 'UNSPECIFIED'];
  return {
    timeUnixNano: `${event.time}${NANOSECONDS_PER_MS}`,
    observedTimeUnixNano,
    severityNumber,
    severityText,
    eventName: `svc.${event_code}`,
    attributes: keyValues({ 'svc.organization.id': tenant_uid, 'ocsf.class_uid': event.class_uid }),
    body: anyValue(event),
  };
}
