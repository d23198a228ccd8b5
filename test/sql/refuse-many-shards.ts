import { readCaptured } from './captured.ts'
import { violationsOf } from './violations.ts'

/* node test/sql/refuse-many-shards.ts FILE…: fails where a captured statement would not go to one shard. */

const refused = violationsOf(readCaptured(process.argv.slice(2)))
for (const { statement, violations } of refused) {
  const reasons = violations.map(({ kind, detail }) => `${kind}: ${detail}`).join('; ')
  process.stderr.write(`${statement.file}: ${reasons}\n    ${statement.text}\n`)
}
if (refused.length) {
  process.stderr.write(
    `${refused.length} statements would not go to one shard of a database that is distributed by organization ` +
      '(docs/decisions/0025-one-shard-per-statement.md).\n',
  )
  process.exitCode = 1
}
