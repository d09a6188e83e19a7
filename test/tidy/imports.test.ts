// SPDX-License-Identifier: Apache-2.0
/** The allowed imports between folders. Each rule says what to do instead. */
import { describe, expect, it } from 'vitest';
import { importsIn, pathOf } from './import-graph.ts';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

interface Rule {
  from: RegExp;
  /** Matched against a package name, or a path from the root for a relative import. */
  forbids: RegExp;
  instead: string;
}

const RULES: readonly Rule[] = [
  {
    from: /^contract\/src\/(?!.*\.test\.ts$)/,
    forbids: /^(?!typebox$|contract\/)/,
    instead: 'contract describes the wire: it imports its schema library only. Move what needs more to core or server.',
  },
  {
    from: /^core\/src\/(?!.*\.test\.ts$)/,
    forbids: /^(?!@svc\/contract(\/limits|\/enums|\/field-faults|\/moment)?$|node:crypto$|canonicalize$|core\/)/,
    instead: 'core is pure: pass time, ids and data in as arguments, and leave files, network and database to server.',
  },
  {
    from: /^core\/src\/analysis\//,
    forbids: /^core\/src\/(policy|decision)\//,
    instead: 'The analysis and the engine check each other: share tables of data, and no code.',
  },
  {
    from: /^documents\/src\/(?!.*\.test\.ts$)/,
    forbids: /^(?!yaml$|@svc\/contract\/field-faults$|documents\/)/,
    instead: 'documents reads what people write, whatever it means: give it the schema and its findings as arguments.',
  },
  {
    from: /^postgres\/src\/(?!.*\.test\.ts$)/,
    forbids: /^(?!node:|pg$|postgres\/)/,
    instead:
      'postgres runs a server and hands out one connection: schemas, roles and pools are the business of server.',
  },
  {
    from: /^cli\/src\/(?!program\.ts|commands\/table\.ts|.*\.test\.ts$)/,
    forbids: /^commander$/,
    instead: 'Only the program reads arguments: a command takes options and operands.',
  },
  {
    from: /^sdk\/src\/(?!.*\.test\.ts$)/,
    forbids: /^(?!node:|sdk\/)/,
    instead: 'The client library is installed by itself: it brings nothing, and writes the types of the wire out.',
  },
  {
    from: /^web\/src\/(?!stand-in\/|.*\.test\.ts$)/,
    forbids:
      /^(?!@svc\/contract(\/csv|\/enums|\/limits|\/moment)?$|web\/src\/|react$|react-dom(\/client)?$|@tanstack\/|@base-ui\/react\/|react-hook-form$|lucide-react$|@svc\/core\/(approvals|canonical-json|plain-words)$|@svc\/documents$|yaml$|@codemirror\/|@lezer\/highlight$|@simplewebauthn\/browser$|uqr$)/,
    instead: 'The app knows the wire alone: what it shows comes from the contract, over HTTP.',
  },
  {
    from: /^web\/src\/(?!stand-in\/|.*\.test\.ts$)/,
    forbids: /^web\/src\/stand-in\//,
    instead: 'Only tests put a stand-in in the place of the service.',
  },
  {
    // Faults are said while a person types: the reader of files knows their places, and asks no server.
    from: /^web\/src\/(?!policy\/|.*\.test\.ts$)/,
    forbids: /^(@svc\/documents|yaml$|@codemirror\/|@lezer\/)/,
    instead: 'Only the editor of policies reads files by itself and brings an editor of text along.',
  },
  {
    from: /^web\/src\/(?!ui\/|shell\/|.*\.test\.ts$)/,
    forbids: /^@base-ui\//,
    instead: 'Pages take overlays from ui: there the parts that break the policy for content are left out.',
  },
  {
    from: /^web\/src\/pages\/sign-in\//,
    forbids: /^(@base-ui\/|web\/src\/ui\/(dialog|form-dialog|confirm-dialog|menu|select|popover|toast))/,
    instead: 'The sign-in is the first thing that a person waits for: it loads no overlay.',
  },
  {
    from: /^(?!web\/|test\/console\/)/,
    // Tests of the app find things by its own words, and look at it as the tests beside its pages do. A test follows what
    // it leads to, and the documentation shows its mark.
    forbids: /^(@svc\/web|web\/(?!src\/(.*words-(en|pt-br)|stand-in\/room|help\/index|page\/mark)\.tsx?$))/,
    instead: 'Nobody imports the app but its tests beside the core: the server serves its files as they were built.',
  },
  {
    from: /^(?!server\/|test\/|bench\/).*/,
    forbids: /^(svc-server|server\/)/,
    instead: 'Nobody imports the server. Put what is shared into core or contract.',
  },
  {
    from: /^(?!test\/|bench\/|(?:web\/)?vitest[a-z.]*config\.ts$)(?!.*\.test\.ts$)/,
    forbids: /^(@svc\/test|#harness\/|test\/)/,
    instead: 'Only tests and measurements import test code.',
  },
  {
    from: /^server\/src\/(?!lifecycle\/provisioning\/|process\/commands\/|.*\.test\.ts$)/,
    forbids: /^server\/src\/lifecycle\/provisioning\//,
    instead: 'A provisioning file is one door: call the room that owns the records, as the file does.',
  },
];

const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  // The demo is an organization like any that a file describes.
  ['server/src/lifecycle/demo/keep.ts', 'server/src/lifecycle/provisioning/index.ts'],
  // A part of a file waits for a second person, who has it applied.
  ['server/src/doors/routes/app/proposals/index.ts', 'server/src/lifecycle/provisioning/index.ts'],
  // Past the door, which loads the whole service: these files load nothing.
  ['dev/src/organization.ts', 'server/src/lifecycle/history/organization.ts'],
  ['dev/src/seed.ts', 'server/src/lifecycle/history/aurora.ts'],
  ['dev/src/seed.ts', 'server/src/lifecycle/history/habits.ts'],
  ['dev/src/seed.ts', 'server/src/lifecycle/history/random.ts'],
  ['dev/src/actions.ts', 'server/src/lifecycle/history/habits.ts'],
];

/** Modules that can open a connection to elsewhere, or resolve an address. */
const REACHES_OUT = /^(undici|ws|pg|nodemailer(\/.*)?|node:(net|tls|http|https|http2|dgram|dns)(\/promises)?)$/;

/** The importers of such modules besides egress, which checks targets, and the reason why each is no way around it. */
const REACHING_OUT: Record<string, { imports: string; because: string }> = {
  'server/src/storage/connections/pool.ts': {
    imports: 'pg',
    because: 'the database that DATABASE_URL names, or the embedded one',
  },
  'server/src/storage/db/implicit-transaction.ts': {
    imports: 'pg',
    because: 'a kind of query: it opens no connection',
  },
  'postgres/src/connection.ts': {
    imports: 'pg',
    because: 'the embedded database, by a socket in its folder',
  },
  'postgres/src/lock.ts': {
    imports: 'node:net',
    because: 'a socket in the data folder, to see who holds it',
  },
  'server/src/storage/metrics/listener.ts': { imports: 'node:http', because: 'it listens and calls nobody' },
  'server/src/storage/connections/hosts.ts': { imports: 'pg', because: 'the hosts of that database, in turn' },
  'server/src/process/group/lines.ts': {
    imports: 'node:net',
    because: 'other processes of the service on this machine, at sockets in a folder of its user',
  },
  'server/src/outgoing/mail/smtp.ts': { imports: 'nodemailer', because: 'the mail server that SVC_SMTP_URL names' },
  'server/src/outgoing/mail/kept-files.ts': {
    imports: 'nodemailer/lib/mail-composer',
    because: 'it writes a mail to a file and sends nothing',
  },
};

/** Modules of which a file imports more than types, including late imports and imports for their effects. */
function valueImportsOf(file: string): string[] {
  const source = readRepositoryFile(file);
  const clauses = [...source.matchAll(/(?:^|\n)\s*(?:import|export)\s+([^'";]*?)\s*from\s*'([^']+)'/g)];
  const values = clauses.filter(([, clause = '']) => !isOfTypes(clause)).map(([, , module]) => module);
  const bare = [
    ...source.matchAll(/(?:^|\n)\s*import\s*'([^']+)'|\b(?:import|require|getBuiltinModule)\(\s*'([^']+)'/g),
  ];
  return [...values, ...bare.map(([, first, second]) => first ?? second)].filter((module) => module !== undefined);
}

function isOfTypes(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = /^\{([^}]*)\}$/
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.every((name) => name === '' || name.startsWith('type ')) ?? false;
}

const importsOf = (file: string) => importsIn(readRepositoryFile(file)).map((module) => pathOf(file, module));

describe('imports', () => {
  const files = typeScriptFiles();
  const edges = files.flatMap((file) => importsOf(file).map((to) => ({ file, to })));

  it('sees the files and their imports, so that the rules below cannot pass on nothing', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(edges.length).toBeGreaterThan(200);
    for (const rule of RULES) expect(files.some((file) => rule.from.test(file))).toBe(true);
  });

  it.each(RULES)('$instead', ({ from, forbids }) => {
    const broken = edges.filter(
      ({ file, to }) =>
        from.test(file) && forbids.test(to) && !ALLOWED.some(([one, other]) => one === file && other === to),
    );
    expect(broken).toEqual([]);
  });

  it('leaves every outgoing call to egress, but for those that are listed with a reason', () => {
    const ofServer = files.filter((file) =>
      /^(server|postgres)\/src\/(?!outgoing\/egress\/)(?!.*\.test\.ts$)/.test(file),
    );
    const reaching = ofServer.flatMap((file) =>
      valueImportsOf(file)
        .filter((module) => REACHES_OUT.test(module))
        .map((imports) => ({ file, imports })),
    );
    const listed = Object.entries(REACHING_OUT).map(([file, { imports }]) => ({ file, imports }));
    expect(reaching.sort(byFile)).toEqual(listed.sort(byFile));
    // Those that need no import.
    const calls = /(?<![.\w])(?:fetch\(|new (?:WebSocket|EventSource)\()/;
    expect(ofServer.filter((file) => calls.test(readRepositoryFile(file)))).toEqual([]);
    expect(valueImportsOf('server/src/outgoing/egress/connect.ts')).toEqual(
      expect.arrayContaining(['node:net', 'node:tls']),
    );
  });

  it('takes only types from the contract into the app, but for the limits: the schemas stay out of the browser', () => {
    const ofApp = files.filter((file) => /^web\/src\/(?!stand-in\/)/.test(file));
    const values = ofApp.filter((file) =>
      /import \{(?! *type\b)[^}]*\} from '@svc\/contract'/.test(readRepositoryFile(file)),
    );
    expect(ofApp.length).toBeGreaterThan(20);
    expect(values).toEqual([]);
  });

  it('has no cycle between files, not even one of types', () => {
    const graph = new Map<string, string[]>();
    for (const { file, to } of edges) graph.set(file, [...(graph.get(file) ?? []), to]);
    const done = new Set<string>();
    const cycleFrom = (file: string, path: readonly string[]): readonly string[] | null => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const next of graph.get(file) ?? []) {
        const cycle = cycleFrom(next, [...path, file]);
        if (cycle !== null) return cycle;
      }
      done.add(file);
      return null;
    };
    const cycles = [...graph.keys()].map((file) => cycleFrom(file, [])).filter((cycle) => cycle !== null);
    expect(cycles.slice(0, 3)).toEqual([]);
    expect(done.size).toBeGreaterThan(500);
  });

  it('has no cycle between folders of core, nor between those of the scan', () => {
    const graph = new Map<string, Set<string>>();
    // The scan's own files count one by one: some use its folders, and the folders use others.
    const nodeOf = (path: string) => /^core\/src\/(dlp\/[^/]+|[^/]+)(?=\/|$)/.exec(path)?.[1];
    for (const { file, to } of edges) {
      if (file.endsWith('.test.ts')) continue;
      const source = nodeOf(file);
      const target = nodeOf(to);
      if (source === undefined || target === undefined || source === target) continue;
      graph.set(source, (graph.get(source) ?? new Set()).add(target));
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(graph.get(start) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    expect(graph.size).toBeGreaterThan(10);
    expect([...graph.keys()].filter((folder) => reaches(folder, folder))).toEqual([]);
  });
});

const byFile = (one: { file: string }, other: { file: string }) => (one.file < other.file ? -1 : 1);
