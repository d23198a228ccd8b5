/* What an account gets when another one is merged into it, and what it gives back; pure. */

const single = ['name', 'plan', 'status', 'size', 'owner_id'] as const
const revenue = ['revenue_amount', 'revenue_currency', 'revenue_period'] as const
const lists = ['domains', 'mail_domains', 'tags'] as const
const objects = ['attributes', 'custom_fields'] as const
export const mergedColumns = [...single, ...revenue, ...lists, ...objects] as const

export type AccountValues = Record<(typeof mergedColumns)[number], unknown>

type Attributes = Record<string, unknown>
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const union = (a: unknown, b: unknown) => [...new Set([...(a as string[]), ...(b as string[])])]

/** The account keeps its values and gets those that it lacks. */
export function mergedValues(target: AccountValues, source: AccountValues): AccountValues {
  const own = { ...target }
  for (const name of single) own[name] ??= source[name]
  // The parts of a revenue belong together.
  if (own.revenue_amount === null) for (const name of revenue) own[name] = source[name]
  for (const name of lists) own[name] = union(own[name], source[name])
  for (const name of objects) own[name] = { ...(source[name] as Attributes), ...(own[name] as Attributes) }
  return own
}

/** The columns in which two states differ, of the first. */
export const differing = (of: AccountValues, other: AccountValues): Partial<AccountValues> =>
  Object.fromEntries(mergedColumns.filter((name) => !isSame(of[name], other[name])).map((name) => [name, of[name]]))

/** Of a list or an object that was changed since, what the merge added is taken out. */
function withoutAdded(now: unknown, before: unknown, after: unknown): unknown {
  if (Array.isArray(now)) {
    const added = new Set((after as string[]).filter((item) => !(before as string[]).includes(item)))
    return now.filter((item: string) => !added.has(item))
  }
  if (now === null || typeof now !== 'object') return now
  const [had, got] = [before as Attributes, after as Attributes]
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => key in had || !isSame(got[key], value)))
}

/** The values without what a merge brought; later changes stay. */
export const restoredValues = (
  now: AccountValues,
  { before, after }: { before: Partial<AccountValues>; after: Partial<AccountValues> },
): Partial<AccountValues> =>
  Object.fromEntries(
    mergedColumns
      .filter((name) => name in after)
      .map((name) => [
        name,
        isSame(now[name], after[name]) ? before[name] : withoutAdded(now[name], before[name], after[name]),
      ]),
  )
