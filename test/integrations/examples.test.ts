import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { builders } from '#domain/integrations/mapping/build-records.ts'
import { type Body, useTestServerWithSharedOrg, org, app } from '../test-server.ts'
import type { Connected } from './deliver.ts'

/* Runs every example of docs/integrations.md unchanged. */

const guide = readFileSync('docs/integrations.md', 'utf8')
const examples = new Map(
  [...guide.matchAll(/```(?:bash|json) ([\w-]+)\n([\s\S]*?)```/g)].map(([, name, text]) => [name!, text!]),
)
const missingTools = ['bash', 'curl', 'openssl', 'base64', 'od'].filter(
  (tool) => spawnSync('which', [tool]).status !== 0,
)
const skip = missingTools.length > 0 && `without ${missingTools.join(', ')}`

useTestServerWithSharedOrg()

/** Asynchronous, because the server runs in this process. */
const run = (name: string, env: Record<string, string>) =>
  new Promise<Body>((resolve, reject) => {
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', examples.get(name)!], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, EARSHOT: app.baseUrl, API_KEY: org.admin.key, ...env },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (status) =>
      status === 0 && err === ''
        ? resolve(JSON.parse(out) as Body)
        : reject(new Error(`${name}: ${status} ${err} ${out}`)),
    )
  })
const connect = async (body: Body) => {
  const { inbound_url, ...created } = (
    await app.call(org.admin.key, 'POST', '/integrations', { body: { name: 'Example', ...body } })
  ).body as Connected
  return { ...created, inbound_url: app.baseUrl + new URL(inbound_url).pathname }
}
const get = async (path: string) => (await app.call(org.admin.key, 'GET', path)).body as Body

test('all examples of the guide are tested', () => {
  assert.deepEqual([...examples.keys()].sort(), [
    'connect',
    'generic',
    'generic-sha256',
    'intercom',
    'jira',
    'linear',
    'mapping',
    'rotate',
    'slack',
    'zendesk',
  ])
})

test('connecting and rotating work as documented', { skip }, async () => {
  const created = await run('connect', {})
  assert.deepEqual([created.provider, created.name, created.status], ['zendesk', 'Support desk', 'pending'])
  assert.equal((await run('rotate', { INTEGRATION_ID: created.id })).secret, 'the-secret-from-the-provider')
})

test(
  'each provider’s example is accepted with the documented result; sending it again changes nothing',
  { skip },
  async () => {
    const { id } = (await app.call(org.admin.key, 'POST', '/projects', { body: { title: 'Exports' } })).body
    for (const provider of ['linear', 'jira'])
      await app.call(org.admin.key, 'POST', '/build/projects', {
        body: {
          action: 'link_external_artifact',
          project_id: id,
          provider,
          external_key: 'ENG-142',
          external_url: 'https://tracker.example/ENG-142',
          display_title: 'Exports',
        },
        headers: { 'idempotency-key': `link-${provider}` },
      })
    const mapping = JSON.parse(examples.get('mapping')!) as object
    for (const name of ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic', 'generic-sha256']) {
      const to = await connect({
        provider: name.replace('-sha256', ''),
        ...(name.startsWith('generic') && { mapping }),
      })
      const env = { HOOK_URL: to.inbound_url, SECRET: to.secret }
      assert.deepEqual([(await run(name, env)).status, name], ['accepted', name])
      assert.deepEqual([(await run(name, env)).status, name], ['duplicate', name])
      assert.deepEqual(
        (await run(name, { ...env, SECRET: 'whsec_YW5vdGhlciBzZWNyZXQgYWx0b2dldGhlcg==' })).error.code,
        'INVALID_SIGNATURE',
        name,
      )
    }
    assert.deepEqual(
      (await get('/support/cs/tickets')).data.map((t: Body) => [
        t.source,
        t.external_id,
        t.message_count,
        t.requester.email,
      ]),
      [
        ['intercom', '215', 0, 'ana@example.com'],
        ['zendesk', '48213', 1, 'ana@example.com'],
      ],
    )
    const feedback = (await get('/feedback')).data.filter((f: Body) => f.source_type !== 'cs_ticket') as Body[]
    assert.deepEqual(feedback.map((f) => f.content).sort(), [
      'Export is slow today',
      'Please add dark mode',
      'Please add light mode',
    ])
    assert.deepEqual(
      (await get(`/projects/${id}`)).external_links.map((l: Body) => [l.provider, l.state, l.display_title]),
      [
        ['jira', 'Done', 'Background exports'],
        ['linear', 'Done', 'Background exports'],
      ],
    )
  },
)

test('the documented fields match the mapping', () => {
  for (const [record, builder] of Object.entries(builders)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${record}\` |`))
    assert.ok(row, record)
    for (const [, field] of row.slice(row.indexOf('|', 3)).matchAll(/`([\w.<>*]+)`/g)) {
      const sample = field!.replace('<key>', 'key').replace('.*', '.email')
      assert.ok(builder.accepts(sample), `${record} does not accept ${field}`)
    }
  }
})
