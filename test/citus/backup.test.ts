import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { cloneDatabase, createDatabase, testCluster } from '../database.ts'
import { startTestApp } from '../test-app.ts'
import { missing } from './cluster.ts'

const onCluster = testCluster() ? {} : { skip: missing }

test('a backup of a cluster is restored into one PostgreSQL, and its backup into a cluster', onCluster, async (t) => {
  const app = await startTestApp({ database: await cloneDatabase() })
  const folder = mkdtempSync(join(tmpdir(), 'earshot-backup-'))
  const [single, cluster] = await Promise.all([createDatabase(), cloneDatabase()])
  t.after(async () => {
    await app.close()
    await Promise.all([single.drop(), cluster.drop()])
    rmSync(folder, { recursive: true, force: true })
  })
  const { admin } = await app.org()
  const fields = { content: 'Quotes: "a", \\ and é\n', source: 'api' }
  for (const [path, body] of [
    ['/feedback', fields],
    ['/themes', { name: 'Speed' }],
    ['/surveys', { title: 'Survey' }],
  ] as const) {
    const reply = await app.call(admin.key, 'POST', path, { body })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  }
  const ofCluster = await writeBackup(app.connection, join(folder, 'cluster'), 'test')
  await restoreBackup(single.connection, join(folder, 'cluster'))
  await writeBackup(single.connection, join(folder, 'single'), 'test')
  const restored = await restoreBackup(cluster.connection, join(folder, 'single'))
  // The positions of events start again with each restore.
  const { event: _, ...tables } = ofCluster.tables
  const { event: __, ...expected } = restored.tables
  assert.deepEqual(expected, tables)
})
