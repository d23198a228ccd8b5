import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU that the server and the processes it has now used so far, in microseconds; undefined where there is no /proc. */
export function postgresCpu(postmaster: number): number | undefined {
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return undefined
  }
  let ticks = 0
  for (const name of names) {
    const fields = /^\d+$/.test(name) ? statOf(name) : undefined
    if (fields && (Number(name) === postmaster || Number(fields[1]) === postmaster)) ticks += Number(fields[11]) + Number(fields[12])
  }
  return (ticks / ticksPerSecond) * 1e6
}

/** The fields after the process name, which may itself hold spaces; undefined when the process is gone. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
