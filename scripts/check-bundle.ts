import { builtPages, isFresh } from '#serve/web-app.ts'
import { buildWeb } from '#web/build.ts'
import { max, sizesOf } from '#web/sizes.ts'

/* How much of the web app a browser has to load; built first when it is older than its sources. */

if (!isFresh()) await buildWeb()
const { first, routes } = sizesOf(builtPages()!)
const heavy = routes.filter(([, bytes]) => bytes > max.route)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
process.stdout.write(
  `web app: ${kB(first)} first (at most ${kB(max.first)}), largest part ${routes[0]![0]} ${kB(routes[0]![1])} (at most ${kB(max.route)})\n`,
)
for (const [name, bytes] of heavy) process.stderr.write(`${name} adds ${kB(bytes)}\n`)
process.exit(first > max.first || heavy.length > 0 ? 1 : 0)
