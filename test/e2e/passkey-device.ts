// SPDX-License-Identifier: Apache-2.0
/** A machine with a passkey: the browser's own virtual authenticator, which says yes to every question. */
import type { Browser } from 'playwright-core';
import type { TestService } from '#harness/service';
import { type OpenedPage, openPage } from './browser.ts';

interface PasskeyDevice extends OpenedPage {
  /** Complaints of the page, but for requests to its own address. */
  problemsOf(): string[];
  /** Whether the device goes on verifying its person. */
  verifies(isUserVerified: boolean): Promise<unknown>;
}

/** Passkeys belong to a name: browsers know none of an IP address. */
export async function openPasskeyDevice(browser: Browser, service: TestService): Promise<PasskeyDevice> {
  const baseURL = service.baseUrl.replace('127.0.0.1', 'localhost');
  const opened = await openPage(browser, service, { baseURL });
  const session = await opened.context.newCDPSession(opened.page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    ...opened,
    problemsOf: () => opened.problems.filter((problem) => !problem.startsWith(`requested ${baseURL}/`)),
    verifies: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}
