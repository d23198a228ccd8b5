import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../wait-for.ts'
import { fillDisk } from './fill-disk.ts'
import { type Report, underLoad } from './subject.ts'
import { withEmbedded } from './with-embedded.ts'

/*
 * node test/crash/disk-full.ts FOLDER SEED TIMES: fills the file system of the folder while a server writes to a database
 * there, and frees it again. Prints the report. The folder must be a small file system of its own.
 */

const [, , folder = '', seed = '1', times = '1'] = process.argv
const ballast = join(folder, 'ballast')

const report: Report = await withEmbedded(
  // Small log files, so that the log soon needs a new one.
  { parent: folder, settings: { max_wal_size: '32MB', min_wal_size: '32MB' } },
  ({ connection }) =>
    underLoad({ connection, seed: Number(seed) }, async ({ writers }) => {
      for (let n = 0; n < Number(times); n++) {
        await writers.waitForAcknowledged(30)
        fillDisk(ballast)
        const enough = writers.unavailable.length + 10
        await waitFor('refused writes', () => writers.unavailable.length >= enough, 120_000)
        rmSync(ballast)
        await writers.waitForAcknowledged(10)
      }
    }),
)
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)
