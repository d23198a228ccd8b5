import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

/*
 * Reporter of `npm test`: prints the results as Node does, and instead of its table with a line per file
 * a table with a line per folder of src/.
 */

type FileCoverage = {
  path: string
  totalLineCount: number
  coveredLineCount: number
  totalBranchCount: number
  coveredBranchCount: number
}
type Totals = { files: number; lines: number; coveredLines: number; branches: number; coveredBranches: number }

const empty = (): Totals => ({ files: 0, lines: 0, coveredLines: 0, branches: 0, coveredBranches: 0 })

function add(totals: Totals, file: FileCoverage) {
  totals.files += 1
  totals.lines += file.totalLineCount
  totals.coveredLines += file.coveredLineCount
  totals.branches += file.totalBranchCount
  totals.coveredBranches += file.coveredBranchCount
}

const percent = (covered: number, total: number) => `${((100 * covered) / (total || 1)).toFixed(1)} %`.padStart(8)
const line = (name: string, totals: Totals) =>
  `${name.padEnd(24)}${String(totals.files).padStart(6)} ${percent(totals.coveredLines, totals.lines)} ${percent(totals.coveredBranches, totals.branches)}\n`

/** src/api/auth/x.ts → src/api; files directly in src/ are one line. */
export function folderOf(path: string): string {
  const parts = path.split('/')
  const from = parts.lastIndexOf('src')
  return parts.slice(from, Math.min(from + 2, parts.length - 1)).join('/')
}

export function coverageTable(files: readonly FileCoverage[]): string {
  const folders = new Map<string, Totals>()
  const all = empty()
  for (const file of files) {
    const name = folderOf(file.path)
    const totals = folders.get(name) ?? empty()
    folders.set(name, totals)
    add(totals, file)
    add(all, file)
  }
  const rows = [...folders].sort(([a], [b]) => a.localeCompare(b)).map(([name, totals]) => line(name, totals))
  const total = rows.length > 1 ? line('all', all) : ''
  return `${'coverage'.padEnd(24)} files    lines branches\n${rows.join('')}${total}`
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let coverage = ''
  async function* withoutCoverage() {
    for await (const event of source) {
      if (event.type === 'test:coverage') coverage = coverageTable(event.data.summary.files)
      else yield event
    }
  }
  for await (const chunk of Readable.from(withoutCoverage()).pipe(new spec())) yield String(chunk)
  yield coverage
}
