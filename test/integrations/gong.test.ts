import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readCall } from '#domain/integrations/providers/gong/read-call.ts'
import { createOutbound } from '#outbound/client.ts'
import { type RunningServer, startSimulator } from '../simulators/start-simulator.ts'
import { loadSimulator } from '../simulators/verify-provider.ts'
import { createWorld } from '../simulators/world.ts'
import { vaultFor } from '#store/vault.ts'
import { app, type Body } from '../test-server.ts'
import { callOk, startTestWorker, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

const local = await loadSimulator('gong')
const count = 6
let server: RunningServer

useTestWorker({
  startsWorker: false,
  afterStart: () =>
    startTestWorker({
      vault: vaultFor(app.secret),
      outbound: createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] }),
    }),
})
before(async () => {
  server = await startSimulator(local, { ...createWorld(local, count), now: Date.now() })
  server.faults.isActive = false
})
after(() => server.close())

const turn = (speakerId: string, text: string, start = 0) => ({
  speakerId,
  sentences: [{ start, end: start + 1000, text }],
})
const call = (more: Body = {}) => ({
  metaData: { id: '7', title: 'Weekly', started: '2026-05-02T10:00:00+02:00', url: 'https://app.gong.io/call?id=7' },
  parties: [
    { speakerId: 's1', name: 'Sam', emailAddress: 'sam@acme.example', affiliation: 'Internal' },
    { speakerId: 's2', name: 'Ana Lima', emailAddress: 'ana@example.com', affiliation: 'External' },
  ],
  ...more,
})

test('a call is an interview with the roles of its parties and the first customer as its contact', () => {
  const { drafts } = readCall(
    call(),
    [turn('s1', 'Why?'), turn('s2', 'Exports fail.', 2000), turn('s9', 'Hm.')],
    'gong',
  )
  assert.deepEqual(drafts, [
    {
      type: 'interview',
      fields: {
        title: 'Weekly',
        interview_date: '2026-05-02',
        source: 'gong',
        external_id: '7',
        analyze: true,
        segments: [
          { text: 'Why?', speaker: 'Sam', role: 'interviewer', start_ms: 0, end_ms: 1000 },
          { text: 'Exports fail.', speaker: 'Ana Lima', role: 'customer', start_ms: 2000, end_ms: 3000 },
          { text: 'Hm.', start_ms: 0, end_ms: 1000 },
        ],
        recording_url: 'https://app.gong.io/call?id=7',
        contact: { email: 'ana@example.com', name: 'Ana Lima' },
      },
    },
  ])
})

test('a call without a transcript is left out, one without an id or a start is reported', () => {
  assert.deepEqual(readCall(call(), [], 'gong').skipped?.reason, 'no_text')
  assert.deepEqual(readCall(call(), [turn('s1', '  ')], 'gong').skipped?.reason, 'no_text')
  for (const metaData of [{}, { id: '7' }, { id: '7', started: 'soon' }, null])
    assert.equal(readCall(call({ metaData }), [turn('s2', 'Hello')], 'gong').skipped?.isFault, true)
})

test('transcripts that are too long are cut instead of refused', () => {
  const parties = Array.from({ length: 150 }, (_, n) => ({ speakerId: `s${n}`, affiliation: 'External' }))
  const turns = parties.map(({ speakerId }) => turn(speakerId, 'x'.repeat(60_000)))
  const [draft] = readCall(call({ parties }), turns, 'gong').drafts
  const { segments } = (draft as { fields: { segments: { text: string; speaker?: string }[] } }).fields
  assert.ok(segments.every(({ text }) => text.length === 50_000))
  assert.equal(segments.length, Math.floor((2 * 1024 * 1024) / 50_000))
  assert.ok(new Set(segments.map(({ speaker }) => speaker)).size <= 100)
})

test('calls are fetched as interviews, and what customers said is analyzed', async () => {
  await callOk('POST', '/integrations', {
    provider: 'gong',
    name: 'Calls',
    config: { base_url: server.url },
    credential: { ...local.credential },
    backfill_from: '2020-01-01',
  })
  await waitForOrgJobs()
  const { data } = await callOk('GET', '/interviews')
  assert.equal(data.length, count)
  const interview = data[0]
  assert.deepEqual(
    interview.participants.map((one: Body) => [one.speaker, one.role]),
    [
      ['Sam Seller', 'interviewer'],
      [interview.contact.name, 'customer'],
    ],
  )
  const feedback = await callOk('GET', `/feedback/${interview.feedback_id}`)
  assert.equal(feedback.source_type, 'interview')
  assert.ok(!feedback.content.includes('What slows you down?'), feedback.content)
  assert.ok(feedback.integration_id)
})
