/* `serve --timing`: where the time from the start of the process to the first answer goes. */

type Step = { name: string; wallMs: number; cpuMs: number }

type Clock = { wallMs: number; cpuMs: number }

/** CPU time of all threads of this process; PostgreSQL is another one. */
const now = (): Clock => {
  const { user, system } = process.cpuUsage()
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000 }
}

/** The first step begins with the process. */
let last: Clock = { wallMs: 0, cpuMs: 0 }
const steps: Step[] = []

/** Ends a step; what was done since the end of the previous one belongs to it. */
export function endStep(name: string) {
  const { wallMs, cpuMs } = now()
  steps.push({ name, wallMs: wallMs - last.wallMs, cpuMs: cpuMs - last.cpuMs })
  last = { wallMs, cpuMs }
}

/** Waits for the first answer of the server, then returns the table of all steps. */
export async function timingReport(url: string | null): Promise<string> {
  if (url !== null) {
    await (await fetch(`${url}/readyz`)).text()
    endStep('first answer')
  }
  return formatSteps(steps)
}

export function formatSteps(list: readonly Step[]): string {
  const sum = (read: (step: Step) => number) => list.reduce((total, step) => total + read(step), 0)
  const total = { name: 'total', wallMs: sum((step) => step.wallMs), cpuMs: sum((step) => step.cpuMs) }
  const width = Math.max(...[...list, total].map(({ name }) => name.length))
  const row = (name: string, wall: string, cpu: string) =>
    `  ${name.padEnd(width)} ${wall.padStart(8)} ${cpu.padStart(8)}`
  return [
    '  From the start of the process to the first answer (without the CPU time of PostgreSQL):',
    row('', 'wall ms', 'CPU ms'),
    ...[...list, total].map(({ name, wallMs, cpuMs }) => row(name, wallMs.toFixed(0), cpuMs.toFixed(0))),
    '',
    '',
  ].join('\n')
}
