import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { createMetrics, serveMetrics } from '#api/ops/metrics.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { createLog } from '#serve/log.ts'
import { freePort } from '#free-port.ts'
import { findOrUnpack } from '../support/tools.ts'
import { startTestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

/* The alert rules and the dashboard, with Prometheus itself. */

const rules = resolve('deploy/prometheus/alerts.yml')
const promtool = findOrUnpack('promtool', 'prometheus')
const prometheus = findOrUnpack('prometheus', 'prometheus')
const options = promtool && prometheus ? {} : { skip: 'neither Prometheus nor apt-get is there' }
const folder = mkdtempSync(join(tmpdir(), 'earshot-prometheus-'))
after(() => rmSync(folder, { recursive: true, force: true }))

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
const alerts = (parse(readFileSync(rules, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (one) => one.rules,
)

function check(args: string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(promtool!, args, { encoding: 'utf8', input, timeout: 120_000 })
  assert.equal(status, 0, `${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

function written(name: string, content: object): string {
  const path = join(folder, name)
  writeFileSync(path, stringify(content))
  return path
}

type Series = Record<string, string>
const requests = (name: string, labels: string) => `earshot_http_request_duration_seconds_${name}{${labels}}`
const slow = (fast: number): Series => ({
  [requests('bucket', 'le="1"')]: `0+${fast}x90`,
  [requests('bucket', 'le="5"')]: '0+100x90',
  [requests('bucket', 'le="+Inf"')]: '0+100x90',
})
const failing = (count: number): Series => ({
  [requests('count', 'status="5xx"')]: `0+${count}x90`,
  [requests('count', 'status="2xx"')]: '0+100x90',
})

/** For each alert what makes it fire, and what is near and does not. */
const cases: Record<string, [firing: Series, quiet: Series]> = {
  EarshotDown: [{ 'up{job="earshot"}': '0x90' }, { 'up{job="earshot"}': '1x90' }],
  EarshotDatabaseDown: [{ earshot_database_up: '0x90' }, { earshot_database_up: '1x90' }],
  EarshotDiskLow: [{ earshot_disk_free_bytes: '5e8x90' }, { earshot_disk_free_bytes: '5e9x90' }],
  EarshotNoWorker: [{ earshot_workers: '0x90' }, { earshot_workers: '1x90' }],
  EarshotErrors: [failing(10), failing(1)],
  EarshotSlow: [slow(50), slow(99)],
  EarshotConnectionsWaiting: [
    { 'earshot_database_connections{state="waiting"}': '3x90' },
    { 'earshot_database_connections{state="idle"}': '3x90' },
  ],
  EarshotQueueOld: [{ earshot_jobs_oldest_queued_seconds: '1200x90' }, { earshot_jobs_oldest_queued_seconds: '60x90' }],
  // A long queue that gets shorter needs nobody.
  EarshotAnalysisBacklog: [{ earshot_feedback_waiting: '2000+50x90' }, { earshot_feedback_waiting: '50000-100x90' }],
  EarshotJobsFailed: [{ 'earshot_jobs{status="failed"}': '9x90' }, { 'earshot_jobs{status="queued"}': '9x90' }],
  EarshotWebhooksLate: [
    { earshot_webhook_delivery_lag_seconds: '900x90' },
    { earshot_webhook_delivery_lag_seconds: '20x90' },
  ],
  EarshotWebhooksFailing: [
    { 'earshot_webhook_deliveries{status="failed"}': '500x90' },
    { 'earshot_webhook_deliveries{status="pending"}': '500x90' },
  ],
  EarshotWebhookDisabled: [{ earshot_webhooks_disabled: '0x60 1x30' }, { earshot_webhooks_disabled: '2x90' }],
  EarshotReplicaLate: [{ earshot_replication_lag_seconds: '300x90' }, { earshot_replication_lag_seconds: '1x90' }],
}

test('every alert fires for its fault, and not for what is near', options, () => {
  assert.deepEqual(alerts.map(({ alert }) => alert).sort(), Object.keys(cases).sort())
  check(['check', 'rules', rules])
  const tests = Object.entries(cases).flatMap(([alert, [firing, quiet]]) =>
    [firing, quiet].map((series, n) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '75m',
          exp_samples: [{ labels: '{}', value: n === 0 ? 1 : 0 }],
        },
      ],
    })),
  )
  const output = check([
    'test',
    'rules',
    written('tests.yml', { rule_files: [rules], evaluation_interval: '1m', tests }),
  ])
  assert.match(output, /SUCCESS/)
})

test('alerts say in words what is wrong and what to do', () => {
  for (const { alert, annotations } of alerts) {
    assert.ok(annotations.summary!.length > 10, alert)
    assert.ok(annotations.description!.length > 20, alert)
  }
})

test(
  'Prometheus scrapes the metrics, which its own check accepts, and knows all that is asked for',
  options,
  async () => {
    const app = await startTestApp()
    const metrics = createMetrics(app.store, folder)
    const { store, secret, settings } = app
    const api = assembleServer({
      store,
      secret,
      settings,
      version: 'test',
      rates: null,
      logRequests: false,
      log: createLog('error', () => {}),
      metrics: { metrics, token: 'a-long-enough-token' },
    })
    await fetch(`${await api.listen({ host: '127.0.0.1', port: 0 })}/api/v1/themes`)
    const served = await serveMetrics(metrics, '127.0.0.1', 0)
    const text = await metrics.read()
    assert.doesNotMatch(
      check(['check', 'metrics'], text.replace(/^(nodejs_|process_|# \w+ (nodejs_|process_)).*\n/gm, '')),
      /./,
    )
    const port = await freePort('127.0.0.1')
    const config = written('prometheus.yml', {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'earshot', static_configs: [{ targets: [`127.0.0.1:${served.port}`] }] }],
    })
    const server = spawn(
      prometheus!,
      [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
      { stdio: 'ignore' },
    )
    try {
      const ask = async (path: string, values: Record<string, string> = {}) => {
        const url = `http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(values)}`
        return ((await (await fetch(url)).json()) as { data: any }).data
      }
      const count = async (query: string) => Number((await ask('query', { query })).result[0]?.value[1] ?? 0)
      await waitFor('a scrape', async () => (await count('up{job="earshot"}').catch(() => 0)) === 1)
      const loaded = (await ask('rules')).groups.flatMap((group: { rules: { name: string }[] }) => group.rules)
      assert.deepEqual(loaded.map(({ name }: { name: string }) => name).sort(), Object.keys(cases).sort())
      // One replica is not here, and no request was answered by an error of the server.
      const known = new Set<string>(await ask('label/__name__/values'))
      const dashboard = readFileSync('deploy/grafana/earshot.json', 'utf8')
      const asked = [
        ...(alerts.map(({ expr }) => expr).join() + dashboard).matchAll(/(earshot|nodejs|process)_[a-z0-9_]+/g),
      ]
      assert.ok(asked.length > 20)
      for (const [name] of asked) assert.ok(known.has(name) || name === 'earshot_replication_lag_seconds', name)
      for (const { targets } of (JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels)
        for (const { expr } of targets)
          assert.ok(
            await ask('query', { query: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'earshot') }),
            expr,
          )
    } finally {
      server.kill('SIGKILL')
      await served.stop()
      await api.close()
      await app.close()
    }
  },
)
