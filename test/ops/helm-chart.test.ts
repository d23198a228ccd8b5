import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { settingDefinitions } from '#config/settings.ts'
import { type Manifest, renderChart } from '../support/helm.ts'
import { readDockerfile } from '../support/dockerfile.ts'

const folder = 'deploy/helm/earshot'
const values = {
  image: { repository: 'registry.example.com/earshot' },
  publicUrl: 'https://feedback.example.com',
  existingSecret: 'earshot',
  env: { LOG_REQUESTS: 'on', POOL_SIZE: 12 },
  ingress: { enabled: true, className: 'nginx', host: 'feedback.example.com', tlsSecret: 'earshot-tls' },
}
const rendered = renderChart(folder, 'feedback', values)
const of = (kind: string) => rendered.filter((one) => one.kind === kind)
const container = (deployment: Manifest): Manifest => deployment.spec.template.spec.containers[0]

test('the chart has the version of the package and deploys web and worker', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal((parse(readFileSync(`${folder}/Chart.yaml`, 'utf8')) as Manifest).appVersion, version)
  assert.deepEqual(
    of('Deployment')
      .map((one) => [one.metadata.name, container(one).args, one.spec.replicas])
      .sort(),
    [
      ['feedback-web', ['serve', '--role', 'web'], 2],
      ['feedback-worker', ['serve', '--role', 'worker'], 1],
    ],
  )
  for (const one of of('Deployment')) assert.equal(container(one).image, `registry.example.com/earshot:${version}`)
})

test('labels, ports and names refer to each other', () => {
  const labelsOf = (one: Manifest) => Object.entries(one.spec.template.metadata.labels)
  const matches = (selector: object, one: Manifest) =>
    Object.entries(selector).every(([key, value]) => labelsOf(one).some(([name, is]) => name === key && is === value))
  for (const one of of('Deployment')) assert.ok(matches(one.spec.selector.matchLabels, one))
  const [service] = of('Service')
  const served = of('Deployment').filter((one) => matches(service!.spec.selector, one))
  assert.deepEqual(
    served.map((one) => one.metadata.name),
    ['feedback-web'],
  )
  const portsOf = (one: Manifest) => container(one).ports.map(({ name }: Manifest) => name) as string[]
  assert.ok(portsOf(served[0]!).includes(service!.spec.ports[0].targetPort))
  for (const one of of('Deployment'))
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      for (const action of Object.values(container(one)[probe] ?? {}))
        if (typeof action === 'object') assert.ok(portsOf(one).includes((action as Manifest).port), probe)
  const [ingress] = of('Ingress')
  const [rule] = ingress!.spec.rules
  assert.equal(rule.host, new URL(values.publicUrl).hostname)
  assert.equal(rule.http.paths[0].backend.service.name, service!.metadata.name)
  assert.equal(rule.http.paths[0].backend.service.port.name, service!.spec.ports[0].name)
})

test('the containers get known settings, write to /data and /tmp only, and run as the user of the image', () => {
  const known = new Set<string>(Object.values(settingDefinitions).map(({ name }) => name))
  for (const one of of('Deployment')) {
    const { env, envFrom, volumeMounts, securityContext } = container(one)
    const given = Object.fromEntries(env.map(({ name, value }: Manifest) => [name, value])) as Record<string, unknown>
    assert.deepEqual(
      Object.keys(given).filter((name) => !known.has(name)),
      [],
    )
    assert.deepEqual([given.POOL_SIZE, given.PUBLIC_URL], ['12', values.publicUrl])
    assert.deepEqual(envFrom, [{ secretRef: { name: 'earshot' } }])
    assert.ok(securityContext.readOnlyRootFilesystem && one.spec.template.spec.securityContext.runAsNonRoot)
    const [, image] = readDockerfile()
    assert.deepEqual(
      volumeMounts.map(({ mountPath }: Manifest) => mountPath),
      [image!.env.DATA_DIR, '/tmp'],
    )
  }
})

test('what must be set is asked for by name, and the ingress is optional', () => {
  for (const [key, message] of [
    ['publicUrl', /publicUrl is needed/],
    ['existingSecret', /existingSecret is needed/],
  ] as const)
    assert.throws(() => renderChart(folder, 'feedback', { ...values, [key]: '' }), message)
  const kinds = renderChart(folder, 'feedback', { ...values, ingress: { enabled: false } }).map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), ['Deployment', 'Deployment', 'Service'])
})

const hasHelm = spawnSync('helm', ['version']).status === 0

test('Helm accepts the chart and renders the same', { skip: hasHelm ? false : 'helm is not installed' }, () => {
  const input = JSON.stringify(values)
  const lint = spawnSync('helm', ['lint', '--strict', folder, '-f', '-'], { input, encoding: 'utf8' })
  assert.equal(lint.status, 0, lint.stdout + lint.stderr)
  const { stdout } = spawnSync('helm', ['template', 'feedback', folder, '-f', '-'], { input, encoding: 'utf8' })
  const byName = (one: Manifest) => `${one.kind}/${one.metadata.name}`
  const sorted = (all: Manifest[]) => all.toSorted((a, b) => byName(a).localeCompare(byName(b)))
  assert.deepEqual(sorted(parseAllDocuments(stdout).map((one) => one.toJS() as Manifest)), sorted(rendered))
})
