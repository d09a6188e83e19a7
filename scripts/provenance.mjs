// SPDX-License-Identifier: Apache-2.0
/**
 * How the files of a release came about: an in-toto statement with SLSA's provenance, in a DSSE envelope. It is signed
 * by the key in the file that SVC_RELEASE_KEY_FILE names, and has no signature without one.
 */
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const BUILD_TYPE = 'urn:svc:npm-run-release:1';

export const sha256Of = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * @param {string} version
 * @param {readonly { name: string; digest: Record<string, string> }[]} subjects the files
 * @param {readonly { uri: string; digest: Record<string, string> }[]} materials what went in besides the sources
 */
export function provenanceOf(version, subjects, materials) {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { version },
        internalParameters: { node: process.versions.node, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [...sources(), ...materials],
      },
      runDetails: { builder: { id: BUILD_TYPE } },
    },
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const envelope = { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: signatures(payload) };
  return `${JSON.stringify(envelope)}\n`;
}

/** The commit, where the sources are exactly those of one; and the lock file, which names all packages. */
function sources() {
  const lock = { uri: 'package-lock.json', digest: { sha256: sha256Of(join(root, 'package-lock.json')) } };
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    if (git('status', '--porcelain') !== '') return [lock];
    return [{ uri: 'git+file:.', digest: { gitCommit: git('rev-parse', 'HEAD') } }, lock];
  } catch {
    return [lock];
  }
}

function signatures(payload) {
  const file = process.env.SVC_RELEASE_KEY_FILE;
  if (file === undefined) return [];
  const key = createPrivateKey(readFileSync(file));
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `;
  const signed = sign(
    key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
    Buffer.concat([Buffer.from(head), payload]),
    key,
  );
  return [{ keyid: createHash('sha256').update(der).digest('hex'), sig: signed.toString('base64') }];
}
