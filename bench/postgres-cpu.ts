import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU that the server and all processes it ever had used so far, in microseconds; undefined where there is no /proc. */
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
    if (!fields) continue
    const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    if (Number(name) === postmaster) ticks += own + ended
    else if (Number(fields[1]) === postmaster) ticks += own
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
