#!/usr/bin/env node
// Runs on any Node ≥ 20: hands over to the Node 24 that npm installed when this one is older.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const main = join(root, 'src', 'main.ts')

if (Number(process.versions.node.split('.')[0]) >= 24) await import(main)
else {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(pinned)) {
    console.error('Earshot needs Node 24 or newer: run npm ci in its folder, or install Node 24.')
    process.exit(1)
  }
  const { status, signal } = spawnSync(pinned, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? (signal ? 130 : 1))
}
