// SPDX-License-Identifier: Apache-2.0
/** Checks of addresses: those at which people find the service, and the mail server. */
import { readFileSync } from 'node:fs';
import { readProvisioningFile } from '../../../lifecycle/provisioning/index.ts';
import { checkMailServer } from '../../../outgoing/mail/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { type Finding, fault, messageOf, ok, warning } from './finding.ts';

const BASE = 'base address';
const SIGN_UP = 'sign-up';
const PROXY = 'proxy';
const MAIL = 'mail server';
const PROVISIONING = 'provisioning file';

export function checkAddresses({ baseUrl, host, trustProxy }: Config): Finding[] {
  const isLoopbackHost = isLoopback(host);
  if (baseUrl === null) {
    const finding = isLoopbackHost
      ? ok(BASE, 'unset; the service is for this machine alone')
      : warning(BASE, 'SVC_BASE_URL is unset, and links in mails lead to the listening address', MEND_BASE);
    return [finding, proxyFinding(false, trustProxy)];
  }
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    const says = `${baseUrl} is neither https nor loopback: browsers drop session cookies, and nobody stays signed in`;
    return [fault(BASE, says, MEND_BASE), proxyFinding(false, trustProxy)];
  }
  return [ok(BASE, baseUrl), proxyFinding(protocol === 'https:', trustProxy)];
}

const MEND_BASE = 'Set SVC_BASE_URL to the https address that people open.';

/** Beyond this machine, open sign-up lets every stranger make an organization. */
export function checkSignUp({ signup, baseUrl, host }: Config): Finding {
  const isPublic = !isLoopback(baseUrl === null ? host : new URL(baseUrl).hostname);
  if (signup !== 'open' || !isPublic) return ok(SIGN_UP, SIGN_UP_SAYS[signup]);
  return warning(
    SIGN_UP,
    SIGN_UP_SAYS.open,
    'Set SVC_SIGNUP to first or closed, unless this is an offer to strangers.',
  );
}

const SIGN_UP_SAYS: Readonly<Record<Config['signup'], string>> = {
  first: 'the first person may make an account; later people are invited',
  open: 'everyone who reaches the address may make an account and an organization',
  closed: 'people are invited',
};

/** TLS ends at a proxy, since the service itself speaks http. */
function proxyFinding(isBehindProxy: boolean, trustProxy: readonly string[]): Finding {
  if (isBehindProxy && trustProxy.length === 0) {
    return warning(
      PROXY,
      'SVC_TRUST_PROXY is unset: every caller seems to come from the proxy, for allow-lists and for limits',
      'Set SVC_TRUST_PROXY to the addresses of the proxy.',
    );
  }
  const everybody = trustProxy.filter((range) => range.endsWith('/0'));
  if (everybody.length > 0) {
    const says = `SVC_TRUST_PROXY believes everybody (${everybody.join(', ')}): any caller can choose an address`;
    return fault(PROXY, says, 'Set SVC_TRUST_PROXY to the addresses of the proxy alone.');
  }
  return ok(PROXY, trustProxy.length === 0 ? 'none is trusted' : `trusted: ${trustProxy.join(', ')}`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);
}

export async function checkMail({ smtp }: Config): Promise<Finding> {
  if (smtp === null) {
    const mend = 'Set SVC_SMTP_URL, so that invitations and notices reach people.';
    return warning(MAIL, 'SVC_SMTP_URL is unset: mail stays in files of the data folder', mend);
  }
  const at = `${smtp.host}:${smtp.port}`;
  try {
    await checkMailServer(smtp);
    return ok(MAIL, `${at} answers${smtp.credentials === null ? '' : ' and takes the credentials'}`);
  } catch (error) {
    return fault(MAIL, `${at}: ${messageOf(error)}`, 'Check SVC_SMTP_URL, the mail server and the way to it.');
  }
}

export function checkProvisioningFile({ provisionFile: file }: Config): Finding[] {
  if (file === null) return [];
  try {
    readProvisioningFile(readFileSync(file), file);
    return [ok(PROVISIONING, `${file} can be read and holds no fault of its own`)];
  } catch (error) {
    return [fault(PROVISIONING, messageOf(error), 'Fix SVC_PROVISION_FILE: the service does not start with it.')];
  }
}
