import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const script = join(import.meta.dirname, '../../scripts/remove-unused-binaries.mjs')

function afterScript(files: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'earshot-modules-'))
  try {
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), '')
    }
    execFileSync(process.execPath, [script, root])
    return files.filter((file) => existsSync(join(root, file)))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const runtime = (platform: string, arch: string) =>
  `node_modules/onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`
const own = runtime(process.platform, process.arch)

test('only the binaries of this machine stay', () => {
  const bin = 'node_modules/node/node_modules/node-any/bin/node'
  const headers = 'node_modules/node/node_modules/node-any/include/node.h'
  assert.deepEqual(afterScript([own, runtime('other', 'x64'), runtime(process.platform, 'other'), bin, headers]), [
    own,
    bin,
  ])
})

test('where there is none for this machine, nothing is removed', () => {
  const files = [runtime('other', 'x64'), 'node_modules/fastify/index.js']
  assert.deepEqual(afterScript(files), files)
  assert.deepEqual(afterScript([]), [])
})
