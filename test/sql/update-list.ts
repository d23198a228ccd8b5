import { writeFileSync } from 'node:fs'
import { readCaptured } from './captured.ts'

/*
 * CAPTURE_STATEMENTS=FILE npm test, then node test/sql/update-list.ts FILE…: writes the distinct statements of the
 * product to statements.jsonl, which can be explained on a cluster without running the tests (explain.ts).
 */

const statements = readCaptured(process.argv.slice(2)).filter(
  ({ text }) => /^(select|insert|update|delete|with)\b/i.test(text) && !/\bqueue\.|\bpg_/.test(text),
)
writeFileSync(
  new URL('statements.jsonl', import.meta.url),
  statements.map(({ file, text }) => `${JSON.stringify({ file, text })}\n`).join(''),
)
console.log(`${statements.length} statements`)
