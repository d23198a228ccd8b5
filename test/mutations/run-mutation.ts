import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutation } from './mutations.ts'

/** What is changed or read beside the changed code is copied; the rest is linked. */
const copied = ['src', 'test', 'package.json']
const neverNeeded = new Set(['.git', ...copied])
const timeoutMs = 600_000

const root = join(import.meta.dirname, '../..')

/** A copy of the tree in which one bug at a time is planted. */
export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-mutations-'))
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(root)) if (!neverNeeded.has(name)) symlinkSync(join(root, name), join(folder, name))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type TestRun = { passed: boolean; failures: string[] }

type Selection = { test: string; only?: readonly string[]; env?: Record<string, string> | undefined }

/** Runs one test file in the copy, with the database of this run. */
export function runTests(folder: string, { test, only = [], env }: Selection): Promise<TestRun> {
  // Inside a test, a child would report to it instead of printing.
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env
  const patterns = only.map((name) => `--test-name-pattern=${name}`)
  const args = ['--test', '--test-reporter=tap', ...patterns, test]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...outer, ...env }, timeout: timeoutMs })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part))
    child.stderr.on('data', (part: Buffer) => (output += part))
    child.on('exit', (code) => {
      const failed = [...output.matchAll(/^\s*not ok \d+ - (.+)$/gm)].map(([, name]) => name!)
      const ran = /^# pass (\d+)$/m.exec(output)?.[1]
      resolve({ passed: code === 0 && Number(ran) > 0, failures: failed.filter((name) => !name.endsWith('.test.ts')) })
    })
  })
}

/** Plants the bug, runs its test and takes the bug out again. */
export async function runMutation(folder: string, { file, search, replace, test, only, env }: Mutation) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(search).length !== 2) throw new Error(`${file} has not exactly one place with ${search}`)
  writeFileSync(
    path,
    text.replace(search, () => replace),
  )
  try {
    return await runTests(folder, { test, ...(only && { only: [only] }), env })
  } finally {
    writeFileSync(path, text)
  }
}
