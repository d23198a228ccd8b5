import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOutbound } from '#outbound/client.ts'
import { type RunningServer, startSimulator } from '../simulators/start-simulator.ts'
import { loadSimulator } from '../simulators/verify-provider.ts'
import { createWorld } from '../simulators/world.ts'
import { vaultFor } from '#store/vault.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit } from './site.ts'

/* A person connects Zendesk, against its local server. */

const skip = noBrowser
const items = 25
let server: RunningServer

before(async () => {
  const local = await loadSimulator('zendesk')
  // Without the pauses of the documented limits, which the checks of the providers keep.
  server = await startSimulator(local, { ...createWorld(local, items), now: Date.now() })
  server.faults.isActive = false
})
after(() => server.close())

openSharedSite({
  onOpen: ({ app }) =>
    startTestWorker(
      { vault: vaultFor(app.secret), outbound: createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] }) },
      app,
    ),
  onClose: stopTestWorkers,
})

test(
  'Zendesk is found, tested with its first tickets, connected, fetched, paused and disconnected',
  { skip },
  async () => {
    const { page, context } = visit
    await open(page, '/data/integrations')
    await page.getByLabel('Search integrations').fill('zendesk')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Add an API token and copy it').waitFor()
    await dialog.getByLabel('Subdomain').fill('acme')
    await dialog.getByLabel('E-mail address').fill('ana@example.com')
    await dialog.getByLabel('API token').fill('wrong')
    await dialog.getByText('Advanced').click()
    await dialog.getByLabel('API address').fill(server.url)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText('Zendesk refused the credential (401).').waitFor()
    await dialog.getByLabel('API token').fill('zd-token')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText('The connection works.').waitFor()
    assert.equal(await dialog.getByLabel('First items').getByRole('listitem').count(), 5)
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('Name', { exact: true }).fill('Our support')
    await dialog.getByLabel('Fetch history since').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Connect and fetch' }).click()
    await page.getByRole('heading', { name: 'Up to date' }).waitFor()
    const { data } = (await site.getJson(context, '/integrations')) as unknown as { data: Record<string, any>[] }
    const connected = data.find((one) => one.name === 'Our support')!
    assert.deepEqual([connected.pull.progress.created, connected.pull.backfilled_at !== null], [items, true])
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('heading', { name: 'Paused' }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByLabel('Also delete the feedback and tickets that came in').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page
      .getByRole('heading', { name: 'Data', level: 1 })
      .or(page.getByLabel('Search integrations'))
      .first()
      .waitFor()
    assertNoProblems()
  },
)
