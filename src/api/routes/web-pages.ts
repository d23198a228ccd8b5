import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { programPaths, wantsPage } from './page-paths.ts'

type Coding = 'br' | 'gzip'
type Asset = {
  type: string
  etag: string
  content: Buffer
  compressed: Partial<Record<Coding, Buffer>>
  immutable: boolean
}

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
      if (asset && path !== '/index.html' && !path.endsWith('/reference.html')) return sendAsset(request, reply, asset)
      if (path === '/docs/api')
        return sendPage(reply, assets.get('/docs/reference.html') ?? assets.get('/index.html')!, referencePolicy)
      if (programPaths.test(path) || !wantsPage(path, request.headers.accept) || extname(path) !== '')
        return reply.callNotFound()
      return sendPage(reply, assets.get('/index.html')!, pagePolicy)
    },
  })
}

function readAssets(folder: string): Map<string, Asset> {
  const found = new Map<string, Asset>()
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const path = `/${name.replaceAll('\\', '/')}`
    const content = readFileSync(join(folder, name))
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`
    found.set(path, {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag,
      content,
      compressed: {},
      immutable: path.startsWith('/assets/'),
    })
  }
  return found
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply
    .header('content-type', asset.type)
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const coding = codingOf(request)
  if (coding === null || compressedTypes.has(extname(request.url))) return reply.send(asset.content)
  return reply.header('content-encoding', coding).send((asset.compressed[coding] ??= compress(asset.content, coding)))
}

function codingOf({ headers }: FastifyRequest): Coding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

/** Compressed on first use and cached; quality 6 is nearly as small as the best at a tenth of the time. */
const compress = (content: Buffer, coding: Coding) =>
  coding === 'br' ? brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) : gzipSync(content)

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
/** The API reference component uses inline styles. */
const referencePolicy = () => policy({ ...ownSources, 'style-src': "'self' 'unsafe-inline'" })

function sendPage(reply: FastifyReply, page: Asset, policyOf: (nonce: string) => string) {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-type', page.type)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(nonce))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(page.content.toString().replaceAll('NONCE-OF-THIS-PAGE', nonce))
}
