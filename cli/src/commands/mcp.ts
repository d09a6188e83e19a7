// SPDX-License-Identifier: Apache-2.0
/** `svc mcp`: the MCP tools over stdin and stdout. An assistant starts it, and ends it by closing stdin. */
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { serveTools } from '../mcp-tools/index.ts';
import { version } from '../package-file.ts';
import type { World } from '../world.ts';

export async function run(world: World): Promise<ExitCode> {
  const { client } = connect(world.env);
  if (world.stdin.isTTY === true) {
    world.stderr.write('svc: mcp speaks the Model Context Protocol on stdin and stdout: an assistant starts it.\n');
  }
  await serveTools(client, world, version());
  return EXIT.success;
}
