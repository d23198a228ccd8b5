import { access, mkdir, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openModelEncoder } from '#engine/embed/model-encoder.ts'
import type { Config } from '#config/types.ts'
import { version } from '#version.ts'
import { type CheckResult, failed, fetchConfigured, ok, skipped, warning } from './finding.ts'

/* What this machine has. */

const root = join(import.meta.dirname, '..', '..', '..')

export function checkVersions(node = process.versions.node): CheckResult {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }
  const minimum = Number(/\d+/.exec(engines.node)?.[0])
  const text = `Earshot ${version} on Node.js ${node}`
  if (Number.parseInt(node, 10) >= minimum) return ok(text)
  return failed(`${text}, which is too old`, `Install Node.js ${minimum} or newer; npm ci brings its own.`)
}

const megabyte = 1024 ** 2
const [tooLittleMb, littleMb] = [200, 1024]

const freeMb = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / megabyte)
}

export async function checkDisk({ databaseUrl, dataDir }: Config, free = freeMb): Promise<CheckResult> {
  if (databaseUrl !== null) return skipped('the disk of that PostgreSQL cannot be seen from here')
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const hint = 'Set DATA_DIR to a folder that this user may write to.'
    return failed(`${dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code})`, hint)
  }
  const left = await free(dataDir)
  const text = `${left.toLocaleString('en')} MB are free in ${dataDir}`
  if (left < tooLittleMb) return failed(text, 'Free space on that disk: PostgreSQL stops writing when it is full.')
  if (left < littleMb) return warning(text, 'Free space on that disk, or move DATA_DIR to a larger one.')
  return ok(text)
}

export async function checkPort({ host, port }: Config): Promise<CheckResult> {
  if (port === 0) return ok('any free port is used')
  const address = `${host}:${port}`
  const code = await codeOfListening(host, port)
  if (code === undefined) return ok(`${address} is free`)
  if (code === 'EADDRINUSE' && (await isEarshot(`http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`)))
    return ok(`Earshot is running at ${address}`)
  const hints: Record<string, string> = {
    EADDRINUSE: 'Stop the program that uses it, or set PORT to another one.',
    EACCES: 'Set PORT to 1024 or above, and let a reverse proxy listen on 80 and 443.',
    EADDRNOTAVAIL: 'Set HOST to an address of this machine, such as 0.0.0.0 or localhost.',
    ENOTFOUND: 'Set HOST to an address of this machine, such as 0.0.0.0 or localhost.',
  }
  const reason = code === 'EADDRINUSE' ? 'is used by another program' : `cannot be listened on (${code})`
  return failed(`${address} ${reason}`, hints[code] ?? 'Set HOST and PORT to an address that is free.')
}

const codeOfListening = (host: string, port: number) =>
  new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

/** Whether what answers there is an Earshot. */
export async function isEarshot(url: string): Promise<boolean> {
  try {
    const response = await fetchConfigured(`${url}/healthz`)
    return response.ok && ((await response.json()) as { status?: string }).status === 'ok'
  } catch {
    return false
  }
}

export async function checkModel({ embeddings }: Config, folder?: string): Promise<CheckResult> {
  if (embeddings === 'static') return skipped('EMBEDDINGS=static: the faster, less accurate tier is used')
  try {
    const encoder = await openModelEncoder(folder)
    const vector = await encoder.encode('The export never ends')
    await encoder.close?.()
    if (vector.some((value) => !Number.isFinite(value))) throw new Error('it gives no numbers')
    return ok('the analysis model runs on this machine')
  } catch (error) {
    const text = `the analysis model does not run: ${(error as Error).message.split('\n')[0]}`
    const hint = 'Run npm ci again; until then EMBEDDINGS=static analyzes with the smaller one.'
    return embeddings === 'model' ? failed(text, hint) : warning(text, hint)
  }
}
