import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providers } from '#domain/integrations/providers/registry.ts'
import { verifyProvider } from '../simulators/verify-provider.ts'
import { vaultFor } from '#store/vault.ts'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'

useTestServerWithSharedOrg()

/* The whole check, 2,000 items and processes that are killed, is `npm run verify:providers`. */

for (const [name, { pull }] of providers)
  if (pull)
    test(`${name}: nothing is lost or doubled when runs are killed and the provider fails`, async () => {
      const result = await verifyProvider(name, {
        store: app.store,
        vault: vaultFor(app.secret),
        org: org.id,
        user: org.admin.userId,
        items: 30,
        kills: 3,
      })
      const { lost, doubled, stale, problems } = result
      assert.deepEqual({ lost, doubled, stale, problems }, { lost: 0, doubled: 0, stale: 0, problems: [] })
      assert.ok(result.kills >= 2 && result.faults >= 3 && result.stored > 25, JSON.stringify(result))
    })
