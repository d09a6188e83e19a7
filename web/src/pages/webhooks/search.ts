// SPDX-License-Identifier: Apache-2.0
/** Which endpoint is open. */
export interface WebhooksSearch {
  webhook?: string;
}

export function webhooksSearchOf({ webhook }: Record<string, unknown>): WebhooksSearch {
  return typeof webhook === 'string' && webhook !== '' ? { webhook } : {};
}
