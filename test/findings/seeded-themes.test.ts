import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTestServer } from '../test-server.ts'
import { callOk, waitForOrgJobs, withTestWorker } from '../test-worker.ts'

/* Themes that a person has made before there is any feedback. */

useTestServer()

const aboutBattery = [
  'Battery is empty after six weeks.',
  'The battery went flat in November.',
  'Battery life is far too short.',
  'I have to charge the battery every week.',
  'The battery does not survive a winter.',
  'Please build in a bigger battery.',
]
const aboutExport = [
  'There is no export to Excel.',
  'The CSV export misses the humidity column.',
  'Exporting my data takes ten minutes.',
  'I would like to export the data as CSV.',
  'The export fails for long periods.',
  'Data export works well.',
]

test('feedback goes to the theme that a person has named, without a definition', async () => {
  const battery = await callOk('POST', '/themes', { name: 'Battery' })
  const data = await callOk('POST', '/themes', { name: 'Data export' })
  const items = [...aboutBattery, ...aboutExport].map((content, n) => ({
    content,
    source: 'app',
    contact: { email: `s${n}@example.com` },
  }))
  await callOk('POST', '/feedback/bulk', { items })
  await withTestWorker(waitForOrgJobs, { embeddings: 'model' })
  for (const [theme, sentences] of [
    [battery.id, aboutBattery],
    [data.id, aboutExport],
  ] as const) {
    const found = await callOk('GET', '/insights', undefined, { theme_id: theme, limit: '50' })
    const quotes: string[] = found.data.map((insight: { quote: string }) => insight.quote)
    assert.ok(quotes.length >= 5, `${quotes.length} of ${sentences.length}`)
    for (const quote of quotes) assert.ok(sentences.includes(quote), quote)
  }
})
