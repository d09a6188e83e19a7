// SPDX-License-Identifier: Apache-2.0
/** A person in a browser, as far as the service can tell: signs in, and keeps the cookies. */
import { OWNER, PASSWORD } from './organization.ts';

export type CallAsPerson = (method: string, path: string, body?: object) => Promise<unknown>;

/** @throws Error when an answer is no success */
export async function signIn(baseUrl: string): Promise<CallAsPerson> {
  const cookies = new Map<string, string>();
  const call: CallAsPerson = async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        origin: baseUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  await call('POST', '/auth/login', { email: OWNER, password: PASSWORD });
  return call;
}
