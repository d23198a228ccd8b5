import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit, waitUntilIdle } from './site.ts'

const skip = noBrowser
openSharedSite()

test('the page of webhooks says when one will be disabled, and how to enable it again', { skip }, async () => {
  const { page } = visit
  const { store } = site.app
  await open(page, '/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill('https://hooks.example.com/earshot')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await store.run(sql`
    update webhook set failing_since = '2026-03-02T10:00:00Z', failure_count = 40, disables_at = '2026-03-03T10:00:00Z'`)
  await open(page, '/settings/webhooks')
  const notice = page.getByRole('status').filter({ hasText: 'No event could be sent since' })
  await notice.waitFor()
  assert.match(await notice.innerText(), /since Mar 2, 2026.*disabled after Mar 3, 2026/)
  await open(page, '/inbox')
  const banner = page.getByRole('status', { name: 'Webhooks' })
  await banner.getByText('A webhook fails or was disabled.').waitFor()
  await banner.getByRole('link', { name: 'Show webhooks' }).click()
  await notice.waitFor()
  await store.run(sql`
    update webhook set status = 'disabled', updated_at = now(), disables_at = null,
      disabled_reason = 'no success for 24 hours, with 40 failures'`)
  await open(page, '/settings/webhooks')
  const disabled = page.getByRole('status').filter({ hasText: 'Disabled: no success for 24 hours' })
  await disabled.waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await disabled.waitFor({ state: 'detached' })
  await banner.waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  assertNoProblems()
})
