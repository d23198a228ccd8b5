import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#free-port.ts'
import { waitFor } from '../wait-for.ts'
import { findOrInstall } from './tools.ts'

const program = findOrInstall('nginx')
export const noNginx: string | undefined = program ? undefined : 'nginx is not installed'

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Debian's nginx with one server block of a guide, on this machine and without TLS. */
export async function startNginx(recipe: string, upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-nginx-'))
  const port = await freePort('127.0.0.1')
  const server = recipe
    .replace(/listen .*;/, `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_.*;$/gm, '')
    .replace(/proxy_pass .*;/, `proxy_pass ${upstream};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 1;',
      `pid ${folder}/nginx.pid;`,
      'error_log stderr;',
      'events {}',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      server,
      '}',
    ].join('\n'),
  )
  const child = spawn(program!, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}`
  await waitFor(
    () => `nginx: ${output}`,
    () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  )
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.kill('SIGQUIT')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
