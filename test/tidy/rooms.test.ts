// SPDX-License-Identifier: Apache-2.0
/** The districts and rooms of the server: one written order, and a door each. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISTRICTS, doorOf, headerOf, ROOMS, roomOf } from './districts.ts';
import { importsIn, pathOf } from './import-graph.ts';
import { ROOT, readRepositoryFile, repositoryFiles } from './source-files.ts';

/** Fastify carries HTTP: rooms without it throw an ApiError, and http/errors.ts answers it. */
const KNOWS_FASTIFY = [
  'doors/http',
  'doors/routes',
  'process/connected-apps.ts',
  'process/directories.ts',
  'process/app.ts',
  'process/waiting.ts',
];

const NAMES_MAX = 30;

/** @returns the number of names that a door exports */
function namesIn(door: string): number {
  const lists = [...door.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list.split(','));
  const own = [...door.matchAll(/^export (?:async )?(?:const|function|class|interface|type \w)/gm)];
  return lists.flat().filter((name) => name.trim() !== '').length + own.length;
}

const FILES_OF_SERVER = /^server\/src\/.*\.ts$/;

interface Import {
  file: string;
  from: string;
  to: string;
  target: string;
}

function importsOf(file: string): Import[] {
  return importsIn(readRepositoryFile(file))
    .map((module) => pathOf(file, module))
    .filter((target) => FILES_OF_SERVER.test(target))
    .map((target) => ({ file, target, from: roomOf(file), to: roomOf(target) }));
}

describe('rooms of the server', () => {
  const files = repositoryFiles().filter((path) => FILES_OF_SERVER.test(path) && !path.endsWith('.test.ts'));
  const across = files.flatMap(importsOf).filter(({ from, to }) => from !== to);

  it('are all in the written order of their districts, once each', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(across.length).toBeGreaterThan(300);
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...ROOMS].sort());
  });

  it('import only rooms that stand before them: move what both need to the lower one', () => {
    const upward = across.filter(({ from, to }) => ROOMS.indexOf(to) > ROOMS.indexOf(from));
    expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('are entered by their index alone: export what others may use there', () => {
    const past = across.filter(({ to, target }) => (doorOf(to) ?? target) !== target);
    expect(past.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('say in the header of their index what they own and what they refuse to know', () => {
    const silent = ROOMS.filter((room) => {
      const index = doorOf(room);
      if (index === null) return false;
      if (!existsSync(join(ROOT, index))) return true;
      return !/\bOwns /.test(headerOf(room)) || !/\b[Rr]efuses to /.test(headerOf(room));
    });
    expect(silent).toEqual([]);
  });

  it('have a door of at most 30 names: a wider one is the door of two rooms', () => {
    const doors = ROOMS.flatMap((room) => doorOf(room) ?? []);
    const wide = doors.filter((door) => namesIn(readRepositoryFile(door)) > NAMES_MAX);
    expect(doors.length).toBeGreaterThan(60);
    expect(wide).toEqual([]);
  });

  it('know no SQL in platform: put what reads a table into storage', () => {
    const platform = files.filter((file) => roomOf(file).startsWith('platform/'));
    expect(platform.length).toBeGreaterThan(30);
    const knowing = platform.filter((file) =>
      /\b(FROM|JOIN|INTO|UPDATE) svc\.|from 'pg'/.test(readRepositoryFile(file)),
    );
    expect(knowing).toEqual([]);
  });

  it('leave Fastify to the doors and the wiring', () => {
    const knowing = files.filter((file) => /from '(fastify|@fastify\/[^']+)'/.test(readRepositoryFile(file)));
    expect(knowing.length).toBeGreaterThan(20);
    expect(knowing.filter((file) => !KNOWS_FASTIFY.includes(roomOf(file)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = readRepositoryFile('ARCHITECTURE.md');

  it('has a paragraph for each district, in their order', () => {
    const told = [...page.matchAll(/^\*\*([a-z]+)\*\* is /gm)].map(([, district]) => district);
    expect(told).toEqual(Object.keys(DISTRICTS));
  });

  it('names places in its walks that exist', () => {
    const rows = [...page.matchAll(/^\| [^|]+ \| ([^|]*`[^|]*) \| [^|]+ \|$/gm)].map(([, places = '']) => places);
    const places = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place));
    expect(places.length).toBeGreaterThan(25);
    const missing = places.filter((place) => !['', 'server/src'].some((base) => existsSync(join(ROOT, base, place))));
    expect(missing).toEqual([]);
  });
});
