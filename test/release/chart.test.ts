// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the chart is what Kubernetes takes, gives the service no right that it does not need, and refuses what it does not know. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { debianTools } from '../../scripts/debian.mjs';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';
import { goProgram, kubernetesSchemas } from './programs.ts';

const CHART = join(ROOT, 'deploy/chart');
const KUBERNETES = ['1.28.0', '1.37.0'];
const NEEDED = {
  baseUrl: 'https://svc.acme.example',
  database: { secretName: 'pg' },
  encryptionKey: { secretName: 'key' },
};
const ALL = {
  ...NEEDED,
  image: { digest: `sha256:${'a'.repeat(64)}` },
  secretVariables: { SVC_SMTP_URL: { secretName: 'smtp', secretKey: 'url' } },
  variables: { SVC_SIGNUP: 'closed', SVC_RATE_EVENTS_PER_MINUTE: 100 },
  provisioning: { secretName: 'first' },
  trustProxy: ['10.0.0.0/8', '192.168.0.0/16'],
  dataClaim: 'svc-data',
  ingress: { enabled: true, className: 'nginx', host: 'svc.acme.example', tlsSecretName: 'tls' },
  metrics: { serviceMonitor: { enabled: true }, rules: { enabled: true }, dashboard: { enabled: true } },
  imagePullSecrets: [{ name: 'registry' }],
  podLabels: { team: 'security' },
  podAnnotations: { note: 'x' },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  networkPolicy: { from: [{ podSelector: {} }], metricsFrom: [{ namespaceSelector: {} }] },
};

let folder: string;
let helm: string;
let kubeconform: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-chart-'));
  helm = goProgram('helm.sh/helm/v3/cmd/helm@v3.19.2');
  kubeconform = goProgram('github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder }, maxBuffer: 2 ** 26 });

/** @param chart a folder, or the package of a release */
function render(values: object, chart = CHART) {
  const file = join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  const args = ['template', 'svc', chart, '--values', file, '--kube-version', '1.31.0', '--namespace', 'svc'];
  return run(helm, args);
}

interface KubernetesObject {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, never>;
}
const objectsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
function rendered(values: object): KubernetesObject[] {
  const { stdout, stderr, status } = render(values);
  expect([status, stderr]).toEqual([0, '']);
  return objectsIn(stdout);
}

interface Pod {
  securityContext: Record<string, unknown>;
  containers: {
    image: string;
    env: { name: string; value: string }[];
    securityContext: Record<string, unknown>;
    volumeMounts: { name: string; mountPath: string }[];
    [probe: string]: unknown;
  }[];
  volumes: {
    name: string;
    projected?: { sources: { secret: { name: string; items: { key: string; path: string }[] } }[] };
  }[];
  automountServiceAccountToken: boolean;
}
const podOf = (objects: readonly KubernetesObject[]): Pod => {
  const deployment = objects.find(({ kind }) => kind === 'Deployment') as unknown as {
    spec: { template: { spec: Pod } };
  };
  return deployment.spec.template.spec;
};

describe.each([
  ['what is needed', NEEDED],
  ['everything', ALL],
])('with %s', (_, values) => {
  it('has no fault that helm finds', () => {
    const file = join(folder, 'lint.yaml');
    writeFileSync(file, stringify(values));
    const { status, stdout } = run(helm, ['lint', '--strict', CHART, '--values', file, '--kube-version', '1.31.0']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it.each(KUBERNETES)('is taken by Kubernetes %s', (version) => {
    const file = join(folder, 'rendered.yaml');
    writeFileSync(file, render(values).stdout);
    const schemas = `${kubernetesSchemas(version)}/{{.ResourceKind}}{{.KindSuffix}}.json`;
    // Kinds of the Prometheus operator have no schema there; promtool reads the rules below.
    const args = ['-strict', '-summary', '-skip', 'ServiceMonitor,PrometheusRule', '-schema-location', schemas, file];
    const { status, stdout } = run(kubeconform, args);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Valid: [5-9], Invalid: 0, Errors: 0/)]);
  });

  it('gives the pod another account, a read-only root, no capability and no token', () => {
    const pod = podOf(rendered(values));
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers).toHaveLength(1);
    expect(pod.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('hands secrets over as files, and names only variables that the service knows', () => {
    const pod = podOf(rendered(values));
    const { env = [], volumeMounts = [] } = pod.containers[0] ?? {};
    const known = new Set(
      [...readRepositoryFile('docs/reference/configuration.md').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    for (const { name } of env)
      expect([name, known.has(name) || known.has(name.replace(/_FILE$/, ''))]).toEqual([name, true]);
    expect(env.filter(({ name }) => /(DATABASE_URL|ENCRYPTION_KEY|SMTP_URL)$/.test(name))).toEqual([]);
    const paths = pod.volumes
      .flatMap(({ projected }) => projected?.sources ?? [])
      .flatMap(({ secret }) => secret.items);
    const { mountPath } = volumeMounts.find(({ name }) => name === 'secrets') ?? {};
    for (const { path } of paths) expect(env).toContainEqual({ name: `${path}_FILE`, value: `${mountPath}/${path}` });
  });

  it('asks the probes of the service', () => {
    const [container] = podOf(rendered(values)).containers;
    const probe = (path: string) => expect.objectContaining({ httpGet: { path, port: 'http' } });
    expect(container).toMatchObject({
      startupProbe: probe('/live'),
      livenessProbe: probe('/live'),
      readinessProbe: probe('/ready'),
    });
  });

  it('runs two pods of one process, of which one may be away', () => {
    const objects = rendered(values);
    const of = (kind: string) => objects.find((one) => one.kind === kind)?.spec;
    expect(of('Deployment')).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
    expect(of('PodDisruptionBudget')).toMatchObject({ maxUnavailable: 1 });
    expect(of('NetworkPolicy')).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(podOf(objects).containers[0]?.env).toContainEqual({ name: 'SVC_PROCESSES', value: '1' });
  });
});

it('takes the image by its digest, and by the version of the chart without one', () => {
  expect(podOf(rendered(ALL)).containers[0]?.image).toBe(`svc@sha256:${'a'.repeat(64)}`);
  expect(podOf(rendered(NEEDED)).containers[0]?.image).toBe('svc:0.1.0');
  const { version, appVersion } = parse(readRepositoryFile('deploy/chart/Chart.yaml')) as Record<string, string>;
  const { version: own } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
  expect([version, appVersion]).toEqual([own, own]);
});

describe('is refused', () => {
  it.each<[string, object, RegExp]>([
    ['without an address', { ...NEEDED, baseUrl: '' }, /baseUrl is needed, such as/],
    ['without a database', { ...NEEDED, database: { secretName: '' } }, /DATABASE_URL needs the name of a secret/],
    [
      'without a key',
      { ...NEEDED, encryptionKey: { secretName: '' } },
      /SVC_ENCRYPTION_KEY needs the name of a secret/,
    ],
    ['with an ingress without a host', { ...NEEDED, ingress: { enabled: true } }, /ingress\.host is needed/],
    ['with a value that is unknown', { ...NEEDED, replica: 3 }, /replica/],
    ['with a number in words', { ...NEEDED, replicas: 'two' }, /replicas/],
    ['with an address that has a path', { ...NEEDED, baseUrl: 'https://svc.example/x' }, /baseUrl/],
    ['with a digest that is none', { ...NEEDED, image: { digest: 'latest' } }, /digest/],
    ['with a variable that is none', { ...NEEDED, variables: { 'PATH; x': '1' } }, /'PATH; x' does not match/],
    [
      'with a secret as a variable',
      { ...NEEDED, variables: { DATABASE_URL: 'postgres://x' } },
      /invalid propertyName 'DATABASE_URL'/,
    ],
  ])('%s', (_, values, message) => {
    const { status, stderr } = render(values);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('and a text of another value stays a text', () => {
    const [container] = podOf(rendered({ ...NEEDED, variables: { SVC_LOG_LEVEL: 'a: {b}\n- "c"' } })).containers;
    expect(container?.env).toContainEqual({ name: 'SVC_LOG_LEVEL', value: 'a: {b}\n- "c"' });
  });
});

it('installs the alerts with links to the pages of this service', () => {
  const rules = rendered(ALL).find(({ kind }) => kind === 'PrometheusRule')?.spec;
  expect(JSON.stringify(rules)).not.toContain('https://svc.example/');
  expect(JSON.stringify(rules)).toContain('https://svc.acme.example/docs/operating/alerts#svcdatabasedown');
  const file = join(folder, 'rules.yaml');
  writeFileSync(file, stringify(rules));
  const env = debianTools(['prometheus']);
  expect(execFileSync('promtool', ['check', 'rules', file], { env, encoding: 'utf8' })).toMatch(/SUCCESS: \d+ rules/);
});

it('is the same in the package of the release', () => {
  const chart = join(inject('release').folder, 'svc-chart-0.1.0.tgz');
  expect(render(ALL, chart).stdout).toBe(render(ALL).stdout);
  expect(render(NEEDED, chart).stdout).not.toBe('');
});
