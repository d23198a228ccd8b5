import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { programPaths, wantsPage } from './page-paths.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Earshot: the web app is not built</title>
<h1>The web app is not built</h1>
<p>This Earshot serves its API only, because it was installed without the packages that build the web app.</p>
<p>To get the web app, run these commands in its folder and start it again:</p>
<pre>npm ci
npm run build:web</pre>
<p>To go on without it, create an organization and an API key by command:</p>
<pre>npm run -s earshot -- admin help</pre>
<p>The API is described at <a href="/api/v1/openapi">/api/v1/openapi</a>.</p>
</html>
`

/** Where the web app would be, a page that says how to get it. */
export const missingWebAppRoutes = (app: FastifyInstance) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      const path = request.url.split('?', 1)[0]!
      if (programPaths.test(path) || !wantsPage(path, request.headers.accept) || extname(path) !== '')
        return reply.callNotFound()
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .send(page)
    },
  })
}
