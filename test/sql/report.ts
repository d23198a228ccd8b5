import { readCaptured } from './captured.ts'
import { violationsOf } from './violations.ts'

/* node test/sql/report.ts FILE…: the violations of captured statements by source file, and their number by kind. */

const statements = readCaptured(process.argv.slice(2))
const refused = violationsOf(statements)
const countByKind = new Map<string, number>()
let file = ''
for (const { statement, violations } of refused) {
  if (statement.file !== file) console.log((file = statement.file))
  for (const { kind, detail } of violations) console.log(`  ${kind}: ${detail}`)
  console.log(`    ${statement.text}`)
  for (const kind of new Set(violations.map((violation) => violation.kind)))
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1)
}
console.log(`\n${statements.length} statements, ${refused.length} with violations`)
for (const [kind, count] of countByKind) console.log(`${count} ${kind}`)
