import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { startWorker } from '#worker/worker.ts'

/*
 * A worker process to be killed or stopped during a job, which takes as long as its payload says and inserts one row, or
 * during a scheduled job, which never ends in the worker of that name.
 */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as DatabaseOptions
const name = process.env.WORKER_NAME!
const store = openStore({ ...connection, max: 4 })
const log = { info: write, warn: write, error: write }
const yearly = '0 0 1 1 *'
async function runScheduled() {
  write({}, 'scheduled job started')
  if (name === 'never-ends') await new Promise(() => {})
}
function write(fields: object, message: string) {
  process.stdout.write(`${JSON.stringify({ ...fields, message })}\n`)
}

const worker = await startWorker({
  store,
  connection,
  log,
  handlers: {
    export: async (run, { slow_on, ms }: { slow_on: string; ms: number }) => {
      await run.progress({ stage: 'working' })
      write({ job: run.id }, 'job started')
      if (slow_on === name) await pause(ms)
      return async (db) => {
        await db.run(sql`insert into effect (job_id, worker) values (${run.id}, ${name})`)
      }
    },
  },
  cronJobs: () => [{ name: 'scheduled', cron: yearly, run: runScheduled }],
})
write({}, 'ready')
process.on('SIGTERM', async () => {
  await worker.stop()
  await store.close()
  process.exit(0)
})
