import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU time of the PostgreSQL server (or servers) and its backends so far, in microseconds; undefined without /proc. */
export function postgresCpu(postmaster: number | readonly number[]): number | undefined {
  const postmasters = [postmaster].flat()
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return undefined
  }
  let ticks = 0
  for (const name of names) {
    const fields = /^\d+$/.test(name) ? statOf(name) : undefined
    if (!fields) continue
    const [own, reaped] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    if (postmasters.includes(Number(name))) ticks += own + reaped
    else if (postmasters.includes(Number(fields[1]))) ticks += own
  }
  return (ticks / ticksPerSecond) * 1e6
}

/** The fields after the process name, which may contain spaces; undefined when the process has exited. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
