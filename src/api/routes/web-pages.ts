import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Coding = 'br' | 'gzip'
type Asset = { type: string; tag: string; plain: Buffer; coded: Partial<Record<Coding, Buffer>>; lasting: boolean }

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
const packed = new Set(['.woff2', '.png', '.webp'])
/** Addresses of programs: there a wrong path is told as the API tells it, not as a page. */
const machines = /^\/(api|app|mcp|healthz|readyz|metrics)(\/|$)/

/** The built web app: hashed files for good, one page for every address of a person, under a policy that runs no script but ours. */
export const pagesPart = (folder: string) => (app: FastifyInstance) => {
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
      const wantsPage = request.headers.accept?.includes('text/html') ?? false
      if (machines.test(path) || !wantsPage || extname(path) !== '') return reply.callNotFound()
      return sendPage(reply, assets.get('/index.html')!, pagePolicy)
    },
  })
}

function readAssets(folder: string): Map<string, Asset> {
  const found = new Map<string, Asset>()
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const path = `/${name.replaceAll('\\', '/')}`
    const plain = readFileSync(join(folder, name))
    const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`
    found.set(path, {
      type: types[extname(path)] ?? 'application/octet-stream',
      tag,
      plain,
      coded: {},
      lasting: path.startsWith('/assets/'),
    })
  }
  return found
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply
    .header('content-type', asset.type)
    .header('cache-control', asset.lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', asset.tag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === asset.tag) return reply.code(304).send()
  const coding = codingOf(request)
  if (coding === null || packed.has(extname(request.url))) return reply.send(asset.plain)
  return reply.header('content-encoding', coding).send((asset.coded[coding] ??= coded(asset.plain, coding)))
}

function codingOf({ headers }: FastifyRequest): Coding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

/** Made on first demand and kept; the middle quality is nearly as small as the best and a tenth of its work. */
const coded = (plain: Buffer, coding: Coding) =>
  coding === 'br' ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) : gzipSync(plain)

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

const own = {
  'default-src': "'none'",
  'script-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'frame-src': "'self'",
}
const pagePolicy = (nonce: string) =>
  policy({ ...own, 'style-src': `'self' 'nonce-${nonce}'`, 'require-trusted-types-for': "'script'" })
/** The API reference is a library that styles its elements inline. */
const referencePolicy = () => policy({ ...own, 'style-src': "'self' 'unsafe-inline'" })

function sendPage(reply: FastifyReply, page: Asset, policyOf: (nonce: string) => string) {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-type', page.type)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(nonce))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(page.plain.toString().replaceAll('NONCE-OF-THIS-PAGE', nonce))
}
