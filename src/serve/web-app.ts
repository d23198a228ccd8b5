import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#domain/context.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/web')
const stamp = join(folder, 'built.txt')

/** Folder of the built web app, or null before it is built. */
export const builtPages = (): string | null => (existsSync(stamp) ? folder : null)

/** Builds the web app when it is missing or older than its sources; a container image ships it built, without Vite. */
export async function ensureWebApp(log: Log): Promise<void> {
  if (!existsSync(join(root, 'node_modules/vite')) || isWebBuildFresh()) return
  log.info({}, 'building the web app')
  const code = await run(process.execPath, [join(root, 'scripts/build-web.ts')])
  if (code !== 0) log.warn({ code }, 'web app build failed; serving the API only')
}

export function isWebBuildFresh(): boolean {
  if (!existsSync(stamp)) return false
  const built = statSync(stamp).mtimeMs
  return globSync(['src/{web,contract,client,i18n,vocabulary}/**/*.*', 'docs/**/*.md'], { cwd: root }).every(
    (name) => statSync(join(root, name)).mtimeMs <= built,
  )
}

const run = (command: string, args: string[]) =>
  new Promise<number>((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
