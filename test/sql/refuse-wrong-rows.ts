import pg from 'pg'
import { readCaptured } from './captured.ts'
import { checkRows, maxUnreadableStatements } from './check-rows.ts'
import { openSources } from './row-types.ts'

/* node test/sql/refuse-wrong-rows.ts FILE…: fails where a captured statement has other columns than its caller reads. */

const { template, cluster: _, ...connection } = JSON.parse(process.env.EARSHOT_TEST_POSTGRES!)
const client = new pg.Client({ ...connection, database: template })
await client.connect()
const sources = openSources()
const { wrong, unreadable, right } = await checkRows(client, sources, readCaptured(process.argv.slice(2)))
sources.close()
await client.end()
for (const text of wrong) process.stderr.write(`${text}\n`)
if (wrong.length) process.stderr.write(`${wrong.length} statements have other columns than their callers read.\n`)
if (unreadable.length > maxUnreadableStatements) {
  for (const text of unreadable) process.stderr.write(`${text}\n`)
  process.stderr.write(
    `Of ${unreadable.length} statements the type of the rows cannot be read, of ${right} it is right; at most ` +
      `${maxUnreadableStatements} were known (test/sql/check-rows.ts). Name it at the call: db.rows<Row>(…).\n`,
  )
}
if (wrong.length || unreadable.length > maxUnreadableStatements) process.exitCode = 1
