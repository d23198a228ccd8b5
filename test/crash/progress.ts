import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/* What a long run has done so far, kept in a file: a run that was ended goes on with what is missing. */

export type Counts = Record<string, number>
type Kept = { commit: string; faults: Counts; totals: Counts }

const currentCommit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

export function openProgress(path: string, { fresh }: { fresh: boolean }) {
  const commit = currentCommit()
  const empty: Kept = { commit, faults: {}, totals: {} }
  const stored = existsSync(path) && !fresh ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : empty
  // Counts of another commit say nothing about this one.
  const kept = stored.commit === commit ? stored : empty
  const add = (to: Counts, more: Counts) => {
    for (const [name, count] of Object.entries(more)) to[name] = (to[name] ?? 0) + count
  }
  return {
    commit,
    faults: kept.faults,
    totals: kept.totals,
    /** Only rounds whose ledger was found right are recorded. */
    record(faults: Counts, totals: Counts) {
      add(kept.faults, faults)
      add(kept.totals, totals)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
    },
  }
}
