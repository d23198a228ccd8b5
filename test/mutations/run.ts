import { mutations } from './mutations.ts'
import { copyTree, runMutation, runTests } from './run-mutation.ts'

/*
 * npm run test:mutations [-- pattern]: plants every bug of the list (or those whose names match the pattern) one by one
 * and expects its test to fail. The tests must pass without a bug first.
 */

const pattern = process.argv.slice(2).join(' ')
const chosen = mutations.filter(({ name }) => new RegExp(pattern).test(name))
const { folder, remove } = copyTree()
const survivors: string[] = []

try {
  for (const [test, group] of Map.groupBy(chosen, (mutation) => mutation.test)) {
    const only = group.flatMap((mutation) => mutation.only ?? [])
    const all = only.length === group.length ? { only } : {}
    const { passed, failures } = await runTests(folder, { test, ...all })
    if (!passed) throw new Error(`${test} fails without a bug: ${failures.join('; ') || 'no test ran'}`)
    for (const mutation of group) {
      const { failures: caughtBy } = await runMutation(folder, mutation)
      if (caughtBy.length === 0) survivors.push(mutation.name)
      console.log(`| ${mutation.name} | \`${mutation.file}\` | ${caughtBy[0] ?? '**nothing**'} | \`${test}\` |`)
    }
  }
} finally {
  remove()
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} planted bugs were caught`)
process.exit(survivors.length === 0 ? 0 : 1)
