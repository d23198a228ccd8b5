#!/usr/bin/env node
// Plain JavaScript that an old Node reads too: says what is missing, or hands over to the Node that npm installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const minimum = Number(/\d+/.exec(engines.node)[0])
const current = Number(process.versions.node.split('.')[0])
const main = ['main.js', 'main.ts'].map((name) => join(root, 'src', name)).find((path) => existsSync(path))
const pinned = join(root, 'node_modules', '.bin', 'node')

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isInstalled() {
  try {
    return Boolean(import.meta.resolve('fastify'))
  } catch {
    return false
  }
}

if (current < minimum && existsSync(pinned)) {
  const { status, signal } = spawnSync(pinned, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? (signal ? 130 : 1))
}
if (current < minimum) fail(`Earshot needs Node ${minimum} or newer, and this is Node ${process.versions.node}.`)
if (!isInstalled()) fail(`The packages that Earshot needs are not installed: run npm ci in ${root}.`)
await import(pathToFileURL(main).href)
