import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, call, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { signedIn } from './browser.ts'

useTestServer({ privateNetworks: [] })

const setting = /ALLOW_PRIVATE_NETWORK_TARGETS/

async function refusal(method: string, path: string, body: object) {
  const { status, body: answer } = await call(method, path, body)
  assert.equal(status, 400, JSON.stringify(answer))
  return answer.error.details[0] as { path: string; message: string }
}

test('private addresses are refused when they are entered, with the setting that allows them', async () => {
  const events = ['theme.*']
  for (const url of ['https://10.0.0.5/hook', 'https://localhost/hook', 'https://[fd00::1]/hook']) {
    const { path, message } = await refusal('POST', '/webhooks', { url, events })
    assert.equal(path, 'body.url')
    assert.match(message, setting)
  }
  const { id } = await callOk('POST', '/webhooks', { url: 'https://hooks.example.com', events })
  assert.match((await refusal('PATCH', `/webhooks/${id}`, { url: 'https://192.168.1.1' })).message, setting)
  assert.equal((await callOk('GET', `/webhooks/${id}`)).url, 'https://hooks.example.com')

  const channel = { kind: 'slack', name: 'Team', url: 'https://tracker.internal/hook' }
  const browser = await signedIn(app, org.admin)
  const refused = await browser.app('POST', '/notification-channels', { body: channel })
  assert.match(refused.body.error.details[0].message, setting)

  const integration = { provider: 'zendesk', name: 'Desk', config: { base_url: 'https://127.0.0.1' } }
  const { path, message } = await refusal('POST', '/integrations', integration)
  assert.equal(path, 'body.config.base_url')
  assert.match(message, setting)
})
