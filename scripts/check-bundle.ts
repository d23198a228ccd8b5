import { builtPages, isWebBuildFresh } from '#serve/web-app.ts'
import { buildWeb } from '#web/build.ts'
import { maxBytes, bundleSizes } from '#web/bundle-sizes.ts'

/* How much of the web app and the widget a browser has to load; built first when it is older than its sources. */

if (!isWebBuildFresh()) await buildWeb()
const { first, routes, widget } = bundleSizes(builtPages()!)
const heavy = routes.filter(([, bytes]) => bytes > maxBytes.route)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
process.stdout.write(
  `web app: ${kB(first)} first (at most ${kB(maxBytes.first)}), largest part ${routes[0]![0]} ${kB(routes[0]![1])} (at most ${kB(maxBytes.route)}), widget ${kB(widget)} (at most ${kB(maxBytes.widget)})\n`,
)
for (const [name, bytes] of heavy) process.stderr.write(`${name} adds ${kB(bytes)}\n`)
process.exit(first > maxBytes.first || heavy.length > 0 || widget > maxBytes.widget ? 1 : 0)
