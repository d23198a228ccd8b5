/* The groups of the Net Promoter Score, for code and for SQL. */

export const npsGroups = ['promoter', 'passive', 'detractor'] as const
export type NpsGroup = (typeof npsGroups)[number]

const lowestPromoter = 9
const lowestPassive = 7

export function npsGroupOf(score: number): NpsGroup {
  if (score >= lowestPromoter) return 'promoter'
  return score >= lowestPassive ? 'passive' : 'detractor'
}

/** The scores of a group as an SQL condition on a column. */
export const inNpsGroup = (group: NpsGroup, column: string): string =>
  ({
    promoter: `${column} >= ${lowestPromoter}`,
    passive: `${column} between ${lowestPassive} and ${lowestPromoter - 1}`,
    detractor: `${column} <= ${lowestPassive - 1}`,
  })[group]
