import type { Figures } from './figures.ts'
import type { Loaded } from './load-items.ts'
import type { Query } from './search-precision.ts'
import type { languageFigures, Translations } from './translations.ts'

/** What was measured on one file of items. */
export type SetResult = {
  set: string
  loaded: Loaded
  figures: Figures
  queries: Query[]
  languages: ReturnType<typeof languageFigures>
  translations: Translations | undefined
}
