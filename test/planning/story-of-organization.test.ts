import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'
import { createPlanningClient } from './planning-client.ts'
import { createProjectClient } from './project-client.ts'
import { englishReader } from './read-in-english.ts'

/* What is written of German feedback is German, from the feedback to the story; quotes stay as they are. */

useTestWorker()

const german = [
  'Der Export bricht bei großen Tabellen jedes Mal ab.',
  'Bei großen Tabellen bricht der Export jedes Mal ab.',
  'Die Suche findet alte Rechnungen nicht mehr.',
  'Wir brauchen dringend einen Filter nach Datum in der Übersicht.',
  'Die neue Startseite ist wirklich schön geworden, danke dafür!',
]
const reader = englishReader('de')
const isGerman = (text: string) => assert.notEqual(reader.sentence(text), undefined, text)

async function analyzed(contents: readonly string[]): Promise<string[]> {
  const items = contents.map((content, n) => ({ content, occurred_at: `2026-05-0${n + 1}T10:00:00.000Z` }))
  const { results } = await callOk('POST', '/feedback/bulk', { items })
  await waitForOrgJobs()
  const ids: string[] = []
  for (const { id } of results as { id: string }[])
    ids.push(...(await callOk('GET', `/feedback/${id}/insights`)).data.map((one: { id: string }) => one.id))
  return ids
}

test('German feedback becomes a German story and a German summary, which a later language does not change', async () => {
  const client = createProjectClient(app, org)
  const insight_ids = await analyzed(german)
  assert.ok(insight_ids.length >= 4, `${insight_ids.length} insights`)
  const { id: project_id } = await client.project()
  const generate = async () => (await client.build({ action: 'generate_evidence_story', project_id })).body
  await client.build({ action: 'assign_insights', project_id, insight_ids })
  const { evidence_story: story } = await generate()
  for (const { text } of story.narrative) isGerman(text)
  assert.match(
    story.narrative[0].text,
    new RegExp(
      `^(?:Von ${insight_ids.length} Erkenntnissen (?:ist|sind)|Alle ${insight_ids.length} Erkenntnisse sind)`,
    ),
  )
  const span = 'Sie stammen aus der Zeit zwischen dem 1. Mai und dem 5. Mai 2026.'
  assert.ok(story.narrative.some(({ text }: { text: string }) => text === span))
  for (const { text } of story.quotes) assert.ok(german.some((content) => content.includes(text.replace(/\.$/, ''))))

  const planning = createPlanningClient(app, org)
  const { id } = await planning.opportunity({ title: 'Große Exporte scheitern' })
  assert.equal((await planning.read(`/opportunities/${id}`)).brief, 'Noch stützt keine Erkenntnis diese Chance.')
  await planning.call('POST', `/opportunities/${id}/insights`, { insight_ids })
  const { brief, narrative } = await planning.read(`/opportunities/${id}`)
  assert.match(brief, /^\d+ Erkenntnisse zwischen dem 1\. Mai und dem 5\. Mai 2026: \d+ negativ/)
  assert.match(brief, / (?:in den letzten 30 Tagen|In den letzten 60 Tagen keine\.)/)
  assert.match(brief, /Aus Kundensicht: „[^“]+“$/)
  assert.equal(narrative[0].title, 'Was Kunden sagen')

  const markdown = await planning.call('GET', `/projects/${project_id}/evidence-story/one-pager`, undefined, {
    format: 'markdown',
    language: 'de',
  })
  assert.match(markdown.text, /## Wichtigste Erkenntnisse/)

  for (let n = 0; n < 10; n++) await client.insight({ name: `The export of large tables fails every single day ${n}` })
  assert.deepEqual((await client.read(project_id)).latest_evidence_story.narrative, story.narrative)
  assert.match((await generate()).evidence_story.narrative[0].text, /^(?:Of|All) \d+ insights/)
})
