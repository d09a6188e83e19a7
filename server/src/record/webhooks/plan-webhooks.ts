// SPDX-License-Identifier: Apache-2.0
/** The plan for given endpoints, and its audit entries. An endpoint is known by its address. */
import type { WebhookFormat } from '@svc/contract';
import { WEBHOOKS_PER_ORGANIZATION_MAX } from '@svc/contract/limits';
import { parseUrl } from '../../platform/addresses/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  recordChanges,
  SECRET_SHOWN,
} from '../../registry/records/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { formatFault, generateWebhookSecret } from './secret-form.ts';

/** Two spellings of an address with the same key are the same endpoint. */
export function webhookKeyOf(url: string): string {
  return parseUrl(url)?.href ?? url;
}

export interface WebhookValues {
  url: string;
  description: string | null;
  format: WebhookFormat;
  /** In clear, in memory only; empty when the stored one cannot be opened. */
  secret: string;
}

/** An omitted field keeps its stored value; a missing secret is generated. */
export interface GivenWebhook {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly format?: WebhookFormat | undefined;
  readonly secret?: string | undefined;
}

export interface WebhookPlan extends RecordPlan<WebhookValues> {
  /** Generated secrets, in clear: shown only once. */
  generated: { url: string; secret: string }[];
}

/** @param stored every endpoint of the organization, by `webhookKeyOf` */
export function planWebhooks(
  given: readonly GivenWebhook[],
  stored: ReadonlyMap<string, Identified<WebhookValues>>,
  newId: () => string,
): WebhookPlan {
  const generated: WebhookPlan['generated'] = [];
  const secretFor = (url: string): string => {
    const secret = generateWebhookSecret();
    generated.push({ url, secret });
    return secret;
  };
  const plan = planRecords<GivenWebhook & { id?: undefined }, WebhookValues>({
    noun: 'webhook',
    given,
    stored,
    keyOf: ({ url }) => webhookKeyOf(url),
    valuesOf: ({ url, description, format, secret }, current) => ({
      url: current?.url ?? url,
      description: kept(description, current?.description),
      format: format ?? current?.format ?? 'SVC',
      secret: secret ?? current?.secret ?? secretFor(url),
    }),
    newId,
  });
  return { ...plan, faults: [...plan.faults, ...countFaults(given, stored), ...formatFaults(given)], generated };
}

/** Only a given secret counts: the file knows nothing of one that a rotation made. */
function formatFaults(given: readonly GivenWebhook[]): RecordFault[] {
  return given.flatMap(({ format, secret }, index) => {
    const message = format === undefined || secret === undefined ? null : formatFault(format, secret);
    return message === null ? [] : [{ index, fields: ['format'], message }];
  });
}

/** Reported at the first one over the limit. */
function countFaults(given: readonly GivenWebhook[], stored: ReadonlyMap<string, unknown>): RecordFault[] {
  const made = given.flatMap(({ url }, index) => (stored.has(webhookKeyOf(url)) ? [] : [index]));
  const [excess] = made.slice(Math.max(0, WEBHOOKS_PER_ORGANIZATION_MAX - stored.size));
  if (excess === undefined) return [];
  const message = `an organization has at most ${WEBHOOKS_PER_ORGANIZATION_MAX} webhooks`;
  return [{ index: excess, fields: [], message }];
}

/** An address often holds a secret in its path, so the id names the endpoint in the chain. */
export const WEBHOOK: RecordKind<WebhookValues> = {
  type: 'webhook',
  describe: () => ({}),
  shown: ({ description, format }) => ({ url: SECRET_SHOWN, description, format, secret: SECRET_SHOWN }),
};

export function webhookChanges(plan: Pick<WebhookPlan, 'creates' | 'updates'>): Change[] {
  return recordChanges(WEBHOOK, plan);
}
