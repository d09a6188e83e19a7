// SPDX-License-Identifier: Apache-2.0
/** A service whose owner is signed in, for tests of what apps that people connect may do. */
import { openOrganization, type TestService } from '../service/index.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '../service/sessions.ts';

export interface OwnedService {
  service: TestService;
  baseUrl: string;
  owner: Browser;
}

export async function startWithOwner(): Promise<OwnedService> {
  const service = await openOrganization({ provisioning: () => acmeWithPeople() });
  return { service, baseUrl: service.baseUrl, owner: await signIn(service.baseUrl, PEOPLE.owner) };
}
