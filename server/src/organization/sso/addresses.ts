// SPDX-License-Identifier: Apache-2.0
/** Our own addresses that a directory is told. Each organization has its own, so that answers are never mixed up. */

export interface OwnAddresses {
  signIn: string;
  callback: string;
  backChannelLogout: string;
  afterLogout: string;
}

export const BACK_CHANNEL_PATH = '/sso/:organizationId/logout';

export function ownAddresses(baseUrl: string, organizationId: string): OwnAddresses {
  return {
    signIn: `${baseUrl}/app/sso/${organizationId}`,
    callback: `${baseUrl}/app/sso/${organizationId}/callback`,
    backChannelLogout: `${baseUrl}${BACK_CHANNEL_PATH.replace(':organizationId', organizationId)}`,
    afterLogout: `${baseUrl}/app/sign-in`,
  };
}
