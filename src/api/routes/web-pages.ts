import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { programPaths, wantsPage } from './page-paths.ts'
import { codingFor, compress, sendStatic, type StaticContent, staticContent } from './static-content.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}
const compressedTypes = new Set(['.woff2', '.png', '.webp'])

/** The built web app: immutable hashed files, one page for all other paths, a strict content security policy. */
export const webPageRoutes = (folder: string) => (app: FastifyInstance) => {
  const assets = readAssets(folder)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      const path = request.url.split('?', 1)[0]!
      const asset = assets.get(path)
      if (asset && path !== '/index.html' && !path.endsWith('/reference.html')) return sendStatic(request, reply, asset)
      if (path === '/docs/api')
        return sendPage(request, reply, assets.get('/docs/reference.html') ?? assets.get('/index.html')!)
      if (programPaths.test(path) || !wantsPage(path, request.headers.accept) || extname(path) !== '')
        return reply.callNotFound()
      return sendPage(request, reply, assets.get('/index.html')!)
    },
  })
}

const immutable = 'public, max-age=31536000, immutable'

function readAssets(folder: string): Map<string, StaticContent> {
  const found = new Map<string, StaticContent>()
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const path = `/${name.replaceAll('\\', '/')}`
    const asset = staticContent(readFileSync(join(folder, name)), {
      type: types[extname(path)] ?? 'application/octet-stream',
      cacheControl: path.startsWith('/assets/') ? immutable : 'no-cache',
      compressible: !compressedTypes.has(extname(path)),
    })
    found.set(path, asset)
  }
  return found
}

const policy = (parts: Record<string, string>) =>
  Object.entries({
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    ...parts,
  })
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')

const ownSources = {
  'default-src': "'none'",
  'script-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'frame-src': "'self'",
}
const pagePolicy = (nonce: string) =>
  policy({ ...ownSources, 'style-src': `'self' 'nonce-${nonce}'`, 'require-trusted-types-for': "'script'" })

/**
 * Compressed for each request because of the nonce. It is the only secret of the page, differs from request to request,
 * and the page has no text of the caller, so that the length of the response reveals nothing.
 */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: StaticContent) {
  const nonce = randomBytes(16).toString('base64url')
  const text = Buffer.from(page.content.toString().replaceAll('NONCE-OF-THIS-PAGE', nonce))
  const coding = codingFor(request, text)
  if (coding !== null) reply.header('content-encoding', coding)
  return reply
    .header('content-type', page.type)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', pagePolicy(nonce))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(coding === null ? text : await compress(text, coding))
}
