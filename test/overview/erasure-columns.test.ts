import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableDefinitions } from '../../scripts/schema/table-definitions.ts'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import type { Column } from '#store/table/columns.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

/* Every column that a definition says holds data or words of a person loses them when the person is erased. */

useTestWorker()

const canary = 'zorbiquill'
const contact = { name: 'Ada Brook', email: 'ada@brook.example' }
const text = 'The export fails every week and we lose hours. Please make it dependable.'
const personal = new Set(['cleared', 'words', 'url', 'answer'])

const send = async (path: string, body: Body) => {
  const reply = await app.call(org.admin.key, 'POST', path, { body, headers: { 'idempotency-key': newId() } })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.body
}

/** A row of each table, all of one person. */
async function fill(): Promise<string> {
  const { id } = await send('/contacts', contact)
  await send('/feedback', { content: text, contact_id: id })
  await send('/nps/responses', { score: 3, reason: `${text} Score.`, contact_id: id })
  await send('/support/custom/tickets', {
    source_name: 'desk',
    subject: 'Export',
    body: `${text} Ticket.`,
    requester: contact,
    messages: [{ author: { type: 'customer', ...contact }, body: 'Still failing.' }],
  })
  await send('/interviews', {
    title: 'Call',
    interview_date: '2026-05-02',
    contact_id: id,
    segments: [{ speaker: contact.name, role: 'customer', text: `${text} Call.` }],
  })
  const questions = [{ type: 'open_text', text: 'What should we improve?', key: 'improve' }]
  const survey = await send('/surveys', { title: 'How is it?', status: 'active', questions })
  await send(`/surveys/${survey.id}/responses`, {
    answers: [{ key: 'improve', value: `${text} Survey.` }],
    contact_id: id,
  })
  await waitForOrgJobs()
  return id
}

/** Columns of a shape or a meaning of their own. */
const values: Record<string, (id: string) => string> = {
  'interview.participants': (id) =>
    `'[{"speaker":"${canary}","role":"customer","contact_id":"${id}","confirmed":true}]'`,
  'interview_segment.speaker': () => `'${canary}'`,
  'survey_answer.value': () => `'"${canary}"'`,
}
const valueOf = (place: string, { type }: Column): string => {
  if (type === 'text[]') return `array['${canary} ${place}']`
  if (type === 'jsonb') return `'{"${canary}":"${place}"}'`
  if (type === 'bytea') return `convert_to('${canary} ${place}', 'UTF8')`
  return `'https://${canary}.example/${place}'`
}

/** Writes the canary to the columns, and answers their names. */
async function plant(id: string): Promise<string[]> {
  const places: string[] = []
  for (const { name, columns } of await tableDefinitions())
    for (const [column, definition] of Object.entries(columns)) {
      if (!personal.has(definition.erasure ?? '')) continue
      const place = `${name}.${column}`
      const value = values[place]?.(id) ?? valueOf(place, definition)
      const changed = await app.store.run(
        sql`update ${raw(name)} set ${raw(column)} = ${raw(value)} where org_id = ${org.id}`,
      )
      assert.ok(changed > 0, `there is no row of ${name}`)
      places.push(place)
    }
  return places
}

test('every column with data or words of a person is erased', async () => {
  const id = await fill()
  const places = await plant(id)
  assert.ok(places.length > 40, places.join())
  const planted = new Set(await findInDatabase(app.store, canary))
  assert.deepEqual(
    places.filter((place) => !planted.has(place)),
    [],
  )
  await callOk('POST', `/contacts/${id}/erase`)
  await waitForOrgJobs()
  assert.deepEqual(await findInDatabase(app.store, canary), [])
})
