import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compileWat } from '../../scripts/build-wasm.ts'

test('the committed .wasm files are compiled from the .wat sources', async () => {
  const sources = globSync('src/engine/wasm/*.wat')
  assert.ok(sources.length > 0)
  for (const path of sources)
    assert.deepEqual(
      readFileSync(path.replace(/\.wat$/, '.wasm')),
      await compileWat(path),
      `${path}: npm run build:wasm`,
    )
})
