import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'

useTestServerWithSharedOrg()

const root = join(import.meta.dirname, '../..')
const needed = ['client', 'config', 'contract', 'domain', 'engine', 'llm', 'outbound', 'store', 'trace', 'vocabulary']

test('a provider is added as one folder, and its simulator as one file, without a change elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-provider-'))
  try {
    for (const name of needed) await cp(join(root, 'src', name), join(folder, 'src', name), { recursive: true })
    await cp(join(root, 'package.json'), join(folder, 'package.json'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await cp(join(root, 'test/simulators'), join(folder, 'test/simulators'), { recursive: true })
    const acme = join(import.meta.dirname, 'new-provider')
    await cp(join(acme, 'acme'), join(folder, 'src/domain/integrations/providers/acme'), { recursive: true })
    await cp(join(acme, 'acme-simulator.ts'), join(folder, 'test/simulators/providers/acme.ts'))
    const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
    const { providerInfos } = await load('src/domain/integrations/providers/registry.ts')
    assert.ok(providerInfos.some((info: { provider: string; pull: boolean }) => info.provider === 'acme' && info.pull))
    const store = (await load('src/store/open.ts')).openStore({ ...app.connection, max: 2 })
    try {
      const { lost, doubled, stale, problems, stored } = await (
        await load('test/simulators/verify-provider.ts')
      ).verifyProvider('acme', {
        store,
        vault: (await load('src/store/vault.ts')).vaultFor(app.secret),
        org: org.id,
        user: org.admin.userId,
        items: 20,
        kills: 2,
      })
      assert.deepEqual(
        { lost, doubled, stale, problems, stored },
        { lost: 0, doubled: 0, stale: 0, problems: [], stored: 27 },
      )
    } finally {
      await store.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
