import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as functions from './browser.ts'
import { css } from './css.ts'
import { textsOf } from '#i18n/texts.ts'

/** The whole script: the functions of browser.ts with the constants that they use. */
export const script = [
  '(()=>{"use strict"',
  `const texts=${JSON.stringify(textsOf('widget'))}`,
  `const css=${JSON.stringify(css)}`,
  ...Object.values(functions).map(String),
  'const script=document.currentScript||document.querySelector("script[data-key][src$=\'/widget.js\']")',
  'if(document.body)start(script)',
  'else addEventListener("DOMContentLoaded",()=>start(script))',
  '})()',
].join('\n')

const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 20)}"`

/** Any page may load it; what it may send depends on the origin and the key. */
export function sendScript(request: FastifyRequest, reply: FastifyReply) {
  reply
    .header('content-type', 'text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(script)
}
