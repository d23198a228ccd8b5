import { type Failure, firstOfEach, type Report } from './fuzz.ts'

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** Case counts and statuses per operation. */
export function reportText({ seed, tallies, failures }: Report): string {
  const lines = [...tallies].map(([id, { cases, succeeded, statuses }]) => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`)
    return `${id.padEnd(24)} ${String(cases).padStart(6)} cases  ${percent(succeeded, cases).padStart(5)} 2xx  ${counts.join(' ')}`
  })
  const all = [...tallies.values()].reduce((sum, { cases }) => sum + cases, 0)
  return [`fuzz seed ${seed}: ${all} requests, ${failures.length} failures`, ...lines].join('\n')
}

const maxShown = 12

/** One failure of each kind, with the command to reproduce it. */
export function failureText({ seed, failures }: Report): string {
  const shown = firstOfEach(failures)
  const text = (failure: Failure) =>
    [
      `${failure.check} (${failure.case}; ${failure.how})`,
      `  ${failure.message}`,
      `  ${failure.curl}`,
      ...(failure.smallest ? [`  smallest: ${failure.smallest}`] : []),
      `  reproduce: npm run test:fuzz -- --seed ${seed} --operation ${failure.operation}`,
    ].join('\n')
  return [
    `${failures.length} failures, ${shown.length} kinds, seed ${seed}`,
    ...shown.slice(0, maxShown).map(text),
  ].join('\n\n')
}

/** The counts of each operation, for a run of many parts. */
export const talliesText = ({ tallies }: Report): string =>
  JSON.stringify(
    Object.fromEntries(
      [...tallies].map(([id, { cases, succeeded, statuses }]) => {
        const serverErrors = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
        return [id, { cases, succeeded, serverErrors }]
      }),
    ),
  )
