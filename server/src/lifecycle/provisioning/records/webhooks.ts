// SPDX-License-Identifier: Apache-2.0
/** Reads a webhook endpoint of the file. */
import { WEBHOOK_FORMATS } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, WEBHOOK_SECRET_CHARACTERS_MAX } from '@svc/contract/limits';
import { webhookSecretFault } from '../../../record/webhooks/index.ts';
import { webAddress } from '../reading/addresses.ts';
import {
  nullable,
  optional,
  type Reader,
  type RecordOf,
  refined,
  required,
  text,
  textOfLines,
  word,
} from '../reading/index.ts';

const webhookSecret: Reader<string> = refined(text(WEBHOOK_SECRET_CHARACTERS_MAX), (value, tell, label) => {
  const fault = webhookSecretFault(value);
  return fault === null ? value : tell(`${label} ${fault.text}`);
});

export const webhookFields = {
  url: required(webAddress),
  secret: optional(webhookSecret),
  description: optional(nullable(textOfLines(DESCRIPTION_CHARACTERS_MAX))),
  format: optional(word(WEBHOOK_FORMATS)),
};
export type WebhookEntry = RecordOf<typeof webhookFields>;
