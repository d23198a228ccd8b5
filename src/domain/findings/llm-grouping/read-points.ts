import { maskForModel } from '#domain/llm-access/mask.ts'
import { addressesModel } from '#engine/llm/addresses-model.ts'
import type { GroupingInput } from '#llm/group-points.ts'
import type { Db } from '#store/open.ts'
import { listPoints, listPresentSubthemes, listPresentThemes } from './queries-points.ts'

/** What is grouped, with every text as it may be sent. */
export async function readGroupingInput(db: Db, org: string): Promise<Omit<GroupingInput, 'topics'>> {
  const rows = await listPoints(db, org)
  const masked = await maskForModel(
    db,
    org,
    rows.map(({ text }) => text),
  )
  return {
    points: rows.map(({ id, sure_theme, surroundings }, n) => ({
      id,
      text: masked[n]!,
      // The analysis may have cut an order into parts that do not look like one.
      isLone: [masked[n]!, surroundings ?? ''].some(addressesModel),
      ...(sure_theme !== null && { sureTheme: sure_theme }),
    })),
    themes: (await listPresentThemes(db, org)).map(({ id, name, definition, is_fixed }) => ({
      handle: id,
      name,
      definition,
      isFixed: is_fixed,
    })),
    subthemes: await listPresentSubthemes(db, org),
  }
}
