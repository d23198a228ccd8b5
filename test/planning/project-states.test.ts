import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeStatus, type ProjectStatusFields } from '#domain/planning/projects/rules.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'
import { type Body, type ProjectClient, createProjectClient } from './project-client.ts'
import type { ProjectStatus } from '#vocabulary/statuses.ts'

let client: ProjectClient
useTestServerWithSharedOrg({
  afterStart() {
    client = createProjectClient(app, org)
  },
})

const [earlier, now] = ['2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']
const statusFields = (status: ProjectStatus, more: Partial<ProjectStatusFields> = {}): ProjectStatusFields => ({
  status,
  status_before_archive: null,
  started_at: null,
  completed_at: null,
  archived_at: null,
  ...more,
})

const notStarted = statusFields('not_started')
const started = statusFields('in_progress', { started_at: earlier })
const completed = statusFields('completed', { started_at: earlier, completed_at: earlier })
const archivedFrom = (from: 'not_started' | 'in_progress' | 'completed', more: Partial<ProjectStatusFields> = {}) =>
  statusFields('archived', { status_before_archive: from, archived_at: earlier, ...more })

/** From, to, and the expected fields; undefined when nothing changes. */
const table: [ProjectStatusFields, ProjectStatus, ProjectStatusFields | undefined][] = [
  [notStarted, 'not_started', undefined],
  [notStarted, 'in_progress', statusFields('in_progress', { started_at: now })],
  [notStarted, 'completed', statusFields('completed', { completed_at: now })],
  [notStarted, 'archived', statusFields('archived', { status_before_archive: 'not_started', archived_at: now })],
  [started, 'not_started', statusFields('not_started', { started_at: earlier })],
  [statusFields('not_started', { started_at: earlier }), 'in_progress', started],
  [started, 'in_progress', undefined],
  [started, 'completed', statusFields('completed', { started_at: earlier, completed_at: now })],
  [
    started,
    'archived',
    statusFields('archived', { status_before_archive: 'in_progress', archived_at: now, started_at: earlier }),
  ],
  [completed, 'not_started', statusFields('not_started', { started_at: earlier })],
  [completed, 'in_progress', started],
  [completed, 'completed', undefined],
  [
    completed,
    'archived',
    statusFields('archived', {
      status_before_archive: 'completed',
      archived_at: now,
      started_at: earlier,
      completed_at: earlier,
    }),
  ],
  [archivedFrom('not_started'), 'not_started', notStarted],
  [archivedFrom('not_started'), 'in_progress', statusFields('in_progress', { started_at: now })],
  [archivedFrom('in_progress', { started_at: earlier }), 'in_progress', started],
  [archivedFrom('not_started'), 'completed', statusFields('completed', { completed_at: now })],
  [archivedFrom('completed', { completed_at: earlier, started_at: earlier }), 'completed', completed],
  [archivedFrom('completed', { completed_at: earlier, started_at: earlier }), 'in_progress', started],
  [archivedFrom('completed'), 'archived', undefined],
]

test('the table of status transitions', () => {
  for (const [from, to, expected] of table)
    assert.deepEqual(changeStatus(from, to, now), expected, `${from.status} → ${to}`)
  assert.equal(new Set(table.map(([from, to]) => `${from.status} ${to}`)).size, 16)
})

const statuses = ['not_started', 'in_progress', 'completed', 'archived'] as const
const routes: Record<string, (project_id: string, status: ProjectStatus) => Promise<{ status: number; body: Body }>> = {
  PATCH: (id, status) => client.call('PATCH', `/projects/${id}`, { status }),
  update_status: async (project_id, status) => {
    const reply = await client.build({ action: 'update_status', project_id, status })
    return { status: reply.status, body: reply.body.project }
  },
}

for (const [route, send] of Object.entries(routes))
  test(`${route} changes every status to every status and records each change once`, async () => {
    for (const from of statuses)
      for (const to of statuses) {
        const { id } = await client.project(from === 'archived' ? {} : { status: from })
        if (from === 'archived') await client.call('DELETE', `/projects/${id}`)
        const before = await client.read(id)
        const { status, body } = await send(id, to)
        assert.deepEqual([status, body.status], [200, to])
        const openStatus = from === 'archived' ? 'not_started' : from
        assert.deepEqual(
          [body.archived_at !== null, body.status_before_archive],
          [to === 'archived', to === 'archived' ? openStatus : null],
        )
        const added = body.status_history
          .slice(before.status_history.length)
          .map(({ at: _, ...change }: Body) => change)
        assert.deepEqual(added, from === to ? [] : [{ from, to, actor: org.admin.userId }])
        if (from === to) assert.deepEqual(body, before)
      }
  })

test('archive and DELETE change every status to archived', async () => {
  for (const from of statuses)
    for (const archive of [
      (id: string) => client.call('DELETE', `/projects/${id}`),
      (id: string) => client.build({ action: 'archive', project_id: id }),
    ]) {
      const { id } = await client.project(from === 'archived' ? {} : { status: from })
      if (from === 'archived') await client.call('DELETE', `/projects/${id}`)
      assert.equal((await archive(id)).status, 200)
      const { status, status_history } = await client.read(id)
      assert.deepEqual([status, status_history.length], ['archived', 1])
    }
})

test('the history is ordered and names the actor', async () => {
  const { id } = await client.project()
  const member = createProjectClient(app, org, org.member.key)
  await client.call('PATCH', `/projects/${id}`, { status: 'in_progress' })
  await member.call('PATCH', `/projects/${id}`, { status: 'completed', title: 'Done' })
  await client.call('DELETE', `/projects/${id}`)
  const { status_history } = await client.read(id)
  assert.deepEqual(
    status_history.map((c: Body) => [c.from, c.to, c.actor]),
    [
      ['not_started', 'in_progress', org.admin.userId],
      ['in_progress', 'completed', org.member.userId],
      ['completed', 'archived', org.admin.userId],
    ],
  )
})
