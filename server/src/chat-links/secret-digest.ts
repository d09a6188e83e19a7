// SPDX-License-Identifier: Apache-2.0
/** Names the secrets of a chat without telling them. A link counts under the secrets that it was made under alone. */
import { createHmac } from 'node:crypto';

export function digestOfSecrets({ botToken, signingSecret }: { botToken: string; signingSecret: string }): Buffer {
  return createHmac('sha256', signingSecret).update(`svc chat link\0${botToken}`).digest();
}
