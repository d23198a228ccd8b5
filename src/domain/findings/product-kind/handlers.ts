import type { productKind } from '#contract/resources/product-kind.ts'
import { updateProductKindSetting } from '#domain/organizations/queries-settings.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { productKindName, themesOfKind } from '#engine/naming/product-kinds/kind-themes.ts'
import { productKindOf } from '#engine/naming/product-kinds/rank-kinds.ts'
import { mainLanguage } from '#engine/text/detect-language.ts'
import type { Db } from '#store/open.ts'
import { type ProductKindKey, productKinds } from '#vocabulary/product-kinds.ts'
import { getFirstItems, listThemesByName } from './queries.ts'

async function getKind(db: Db, org: string) {
  const { product_kind, texts } = await getFirstItems(db, org)
  const language = mainLanguage(texts)
  const named = (key: ProductKindKey | undefined) => (key ? { key, name: productKindName(key, language) } : null)
  const found = await productKindOf(texts)
  const chosen = productKinds.find((key) => key === product_kind)
  const kind = chosen ?? found
  return {
    kind: named(kind),
    chosen: chosen ?? null,
    found: named(found),
    item_count: texts.length,
    language,
    kinds: productKinds.map((key) => named(key)!),
    themes: kind ? await suggestedThemes(db, org, { kind, language }) : [],
  }
}

async function suggestedThemes(db: Db, org: string, { kind, language }: { kind: ProductKindKey; language: string }) {
  const themes = themesOfKind(kind, language)
  const names = themes.map(({ name }) => name)
  const known = new Map((await listThemesByName(db, org, names)).map(({ id, name }) => [name, id]))
  return themes.map((theme) => ({ ...theme, theme_id: known.get(theme.name.toLowerCase()) ?? null }))
}

export const handlers: Handlers<typeof productKind> = {
  getProductKind: ({ db, org }) => getKind(db, org),

  async updateProductKind({ db, org }, { chosen }) {
    await updateProductKindSetting(db, org, chosen)
    return getKind(db, org)
  },
}
