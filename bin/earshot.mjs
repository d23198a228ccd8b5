#!/usr/bin/env node
// Plain JavaScript that an old Node reads too: says what is missing, or hands over to the Node that npm installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const minimum = Number(/\d+/.exec(engines.node)[0])
const current = Number(process.versions.node.split('.')[0])
const main = ['main.js', 'main.ts'].map((name) => join(root, 'src', name)).find((path) => existsSync(path))
const pinned = join(root, 'node_modules', '.bin', 'node')
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

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

/** Runs the command with the pinned Node and ends as that one ends. */
function handOver() {
  const child = spawn(pinned, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // The other process stops when this one is gone without having passed on a signal.
    env: { ...process.env, EARSHOT_PARENT: String(process.pid) },
  })
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  child.once('error', ({ message }) => fail(`${pinned} does not start (${message}): run npm ci in ${root}.`))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const name of signals) process.removeListener(name, pass)
    process.kill(process.pid, signal)
  })
  stopWithNpm(() => child.kill('SIGTERM'))
}

/** npm signals a shell that passes nothing on; but when npm exits, so does our parent. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250).unref()
}

if (current < minimum && existsSync(pinned)) handOver()
else if (current < minimum) fail(`Earshot needs Node ${minimum} or newer, and this is Node ${process.versions.node}.`)
else if (!isInstalled()) fail(`The packages that Earshot needs are not installed: run npm ci in ${root}.`)
else await import(pathToFileURL(main).href)
