import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendStatic, staticContent } from '#api/routes/static-content.ts'

/** Any page may load the script of the widget; what it may send depends on the origin and the key. */
export const widgetScriptRoute = (file: string) => (app: FastifyInstance) => {
  const script = staticContent(readFileSync(file), {
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=3600',
    compressible: false,
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/widget.js',
    handler(request, reply) {
      reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
      return sendStatic(request, reply, script)
    },
  })
}
