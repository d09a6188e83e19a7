// SPDX-License-Identifier: Apache-2.0
/** `svc listen`: receives webhook deliveries on this machine, and shows those that verify. Ctrl-C ends it. */
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { givenKey } from '../given-key.ts';
import { type Paint, paintFor, plain, printLines } from '../output/index.ts';
import { openReceiver, type Received, readForwardAddress, summaryOf } from '../receiver/index.ts';
import { keyVariable, type World } from '../world.ts';

interface Options {
  readonly port?: string;
  readonly secret?: string;
  readonly forwardTo?: string;
}

/** A fixed one, since the endpoint has it in its address. */
const PORT_DEFAULT = 4_010;
const PORT_MAX = 65_535;

export async function run(world: World, options: Options): Promise<ExitCode> {
  const port = options.port === undefined ? PORT_DEFAULT : portOf(options.port);
  const forwardTo = options.forwardTo === undefined ? null : readForwardAddress(options.forwardTo);
  if (forwardTo !== null && isThisMachine(forwardTo) && portIn(forwardTo) === port) {
    throw new Failure('usage', '--forward-to is the address of this command itself: deliveries would go round.');
  }
  const secret = await secretOf(world, options.secret);
  // Taken before the port is, so that an early Ctrl-C is not lost.
  const stopping = world.stopSignal();
  const counts = { verified: 0, refused: 0 };
  const receiver = await openReceiver({
    port,
    secret,
    forwardTo,
    onReceived(received) {
      counts[received.refusal === null ? 'verified' : 'refused'] += 1;
      show(world, received, forwardTo);
    },
  });
  world.stderr.write(`svc: listening at ${receiver.address} for deliveries to an endpoint of this address.\n`);
  await stopped(stopping);
  await receiver.stop();
  world.stderr.write(`svc: ended. ${counts.verified} verified, ${counts.refused} refused.\n`);
  return EXIT.success;
}

async function secretOf(world: World, option: string | undefined): Promise<string> {
  const secret =
    option === undefined ? (keyVariable(world.env, 'SVC_WEBHOOK_SECRET') ?? '') : await givenKey(world, option);
  if (secret === '') {
    const message = 'There is no secret. Set SVC_WEBHOOK_SECRET to that of the endpoint, or give --secret <secret>.';
    throw new Failure('no_secret', message, EXIT.authentication);
  }
  if (!secret.startsWith('whsec_')) {
    const message = 'This is no secret of a webhook endpoint: those begin with whsec_.';
    throw new Failure('no_secret', message, EXIT.authentication);
  }
  return secret;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX)) throw new Failure('usage', `--port must be a whole number, 0 to ${PORT_MAX}.`);
  return port;
}

function portIn({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function isThisMachine({ hostname }: URL): boolean {
  return /^127\.|^\[::1\]$|^0\.0\.0\.0$|(?:^|\.)localhost$/.test(hostname);
}

async function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function show(world: World, received: Received, forwardTo: URL | null): void {
  if (world.json) world.stdout.write(`${JSON.stringify(recordOf(received))}\n`);
  else if (received.refusal === null) printLines(world.stdout, [lineOf(received, forwardTo, world)]);
  else world.stderr.write(`${timeOf(received.at)}  refused with ${received.answered}: ${received.refusal.message}\n`);
}

function lineOf({ at, body, attempt, forwarded }: Received, forwardTo: URL | null, world: World): string {
  const paint = paintFor(world.stdout, world.env);
  const { type, sentence } = summaryOf(parsed(body));
  const again = attempt !== null && attempt > 1 ? `  attempt ${attempt}` : '';
  const passed = forwarded === null ? '' : `  -> ${forwarded.status ?? forwarded.error} from ${forwardTo?.host}`;
  return `${timeOf(at)}  ${painted(plain(type), paint)}  ${plain(sentence)}${again}${passed}`;
}

const TYPE_WIDTH = 8;

function painted(type: string, paint: Paint): string {
  const colours: Readonly<Record<string, Paint['red']>> = {
    BLOCK: paint.red,
    CRITICAL: paint.red,
    REVIEW: paint.yellow,
  };
  const padded = type.padEnd(TYPE_WIDTH);
  return Object.hasOwn(colours, type) ? colours[type]!(padded) : padded;
}

/** One line of `--json`: the whole delivery where it verifies, and nothing of it where it does not. */
function recordOf({ at, body, answered, refusal, attempt, forwarded }: Received): object {
  const common = { receivedAt: at.toISOString(), verified: refusal === null, answered };
  if (refusal !== null) return { ...common, error: { code: refusal.code, message: refusal.message } };
  const delivery = parsed(body);
  const passed = forwarded && {
    status: forwarded.status,
    error: forwarded.error,
    milliseconds: forwarded.milliseconds,
  };
  return { ...common, ...summaryOf(delivery), attempt, forwarded: passed, delivery };
}

/** The signature vouches for the bytes, and not for their being JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function timeOf(at: Date): string {
  return at.toTimeString().slice(0, 8);
}
