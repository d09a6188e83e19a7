// SPDX-License-Identifier: Apache-2.0
/** Sends the mails of a service that are due to a mail server, as its task does. */
import { createMails, createSmtpTransport } from '../../../server/src/outgoing/mail/index.ts';
import { parseSmtpAddress } from '../../../server/src/platform/config/index.ts';
import { createVault } from '../../../server/src/platform/vault/index.ts';
import { createMetrics } from '../../../server/src/storage/metrics/index.ts';
import type { TestService } from '../service/index.ts';
import type { MailServer } from './index.ts';

const never = new AbortController().signal;

/** @returns what the mail server got since the last time */
export async function sentMails(service: TestService, server: MailServer): Promise<MailServer['mails']> {
  const smtp = parseSmtpAddress(`smtp://127.0.0.1:${server.port}`);
  const log = { info() {}, warn() {}, error() {} } as never;
  const mails = createMails({
    pool: service.app.pool,
    vault: createVault([Buffer.alloc(32, 7)]),
    transport: createSmtpTransport(smtp),
    baseUrl: () => 'https://svc.example',
    from: 'noreply@svc.example',
    log,
    metrics: createMetrics(),
  });
  await mails.sendDue(never);
  return server.mails.splice(0);
}
