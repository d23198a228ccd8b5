/* The groups of the Net Promoter Score, for code and for SQL. */

export const npsGroups = ['promoter', 'passive', 'detractor'] as const
export type NpsGroup = (typeof npsGroups)[number]
/** The group of a response, as responses name it. */
export const npsTypes = ['PROMOTER', 'PASSIVE', 'DETRACTOR'] as const
export type NpsType = (typeof npsTypes)[number]
export type NpsTally = { promoters: number; passives: number; detractors: number }

const lowestPromoter = 9
const lowestPassive = 7

export function npsGroupOf(score: number): NpsGroup {
  if (score >= lowestPromoter) return 'promoter'
  return score >= lowestPassive ? 'passive' : 'detractor'
}
export const npsTypeOf = (score: number) => npsGroupOf(score).toUpperCase() as NpsType

/** The scores of a group as an SQL condition on a column. */
export const inNpsGroup = (group: NpsGroup, column: string): string =>
  ({
    promoter: `${column} >= ${lowestPromoter}`,
    passive: `${column} between ${lowestPassive} and ${lowestPromoter - 1}`,
    detractor: `${column} <= ${lowestPassive - 1}`,
  })[group]

/** By the name of the count of a group, the SQL condition on a column. */
export const npsConditions = (column: string) => ({
  promoters: inNpsGroup('promoter', column),
  passives: inNpsGroup('passive', column),
  detractors: inNpsGroup('detractor', column),
})
