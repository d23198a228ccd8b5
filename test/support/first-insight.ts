import assert from 'node:assert/strict'
import { openBrowser } from '../account/browser.ts'
import { waitFor } from '../wait-for.ts'

export const admin = { ADMIN_EMAIL: 'ana@example.com', ADMIN_PASSWORD: 'correct horse battery' }

/** Signs in, sends one piece of feedback and waits for an insight of it; answers the insights. */
export async function firstInsight(url: string): Promise<{ quote?: string; name: string }[]> {
  const browser = openBrowser({ baseUrl: url })
  assert.equal((await browser.signIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).status, 200)
  const content = 'The CSV export times out above 10,000 rows. Please add a way to schedule it every Monday.'
  const { status, text } = await browser.app('POST', '/feedback', { body: { content } })
  assert.ok(status < 300, text)
  let found: { name: string }[] = []
  await waitFor(
    'the insights of the feedback',
    async () => {
      found = (await browser.app('GET', '/insights')).body.data
      return found.length > 0
    },
    120_000,
    250,
  )
  return found
}
