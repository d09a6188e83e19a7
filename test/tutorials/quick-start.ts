// SPDX-License-Identifier: Apache-2.0
/** The service as `npm start` runs it, in a data folder of its own, with what it prints for its first person. */
import { type Browser, signIn } from '#harness/service/sessions.ts';
import { startServer } from '../process/running-server.ts';

export interface QuickStart {
  baseUrl: string;
  /** The values that differ each time, by what a tutorial has in their place. */
  values: Record<string, string>;
  owner(): Promise<Browser>;
  stop(): Promise<void>;
}

export async function startQuickStart(dataDir: string): Promise<QuickStart> {
  const server = startServer(['quick-start'], { SVC_DATA_DIR: dataDir });
  const stop = async () => {
    server.process.kill('SIGTERM');
    await server.ended;
  };
  const [, baseUrl = ''] = await server.seen(/App +(http:\/\/[\d.]+:\d+)\/app/).catch(async (error) => {
    await stop();
    throw error;
  });
  const [, email = '', password = ''] = await server.seen(/Sign-in +(\S+) +(\S+)/);
  const [, live = ''] = await server.seen(/LIVE key +(\S+)/);
  const [, policies = ''] = await server.seen(/Policies +(\S+)/);
  return {
    baseUrl,
    values: {
      'http://127.0.0.1:4000': baseUrl,
      "LIVE_KEY='key_live_…'": `LIVE_KEY='${live}'`,
      "POLICIES_KEY='key_live_…'": `POLICIES_KEY='${policies}'`,
    },
    owner: () => signIn(baseUrl, email, password),
    stop,
  };
}
