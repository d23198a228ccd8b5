import { updateCategory } from '#domain/organizations/queries-categories.ts'
import type { Static } from 'typebox'
import type { categories, CategoryCard } from '#contract/resources/categories.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { type CategoryRow, listCategories, type CategoryFilters } from './queries.ts'
import { categoryKeys, type Category, opportunityCategories } from '#vocabulary/categories.ts'

const opportunities: ReadonlySet<string> = new Set(opportunityCategories)

const show = ({
  key,
  name,
  description,
  color,
  positive,
  negative,
  neutral,
}: CategoryRow): Static<typeof CategoryCard> => ({
  key: key as Category,
  name,
  description,
  color,
  insight_count: positive + negative + neutral,
  opportunity_category: opportunities.has(key),
  sentiment_breakdown: { positive, negative, neutral },
})

async function showCategory({ db, org }: ReadCtx, key: Category, filters: CategoryFilters) {
  const [row] = await listCategories(db, org, filters, key)
  return row ? show(row) : notFound('category')
}

export const handlers: Handlers<typeof categories> = {
  async listCategories({ db, org }, filters) {
    const byKey = new Map((await listCategories(db, org, filters)).map((row) => [row.key, show(row)]))
    return {
      data: categoryKeys.flatMap((key) => byKey.get(key) ?? []),
      pagination: { next_cursor: null, has_more: false },
    }
  },

  getCategory: (ctx, { key, ...filters }) => showCategory(ctx, key, filters),

  async updateCategory(ctx, { key, ...input }) {
    await updateCategory(ctx.db, ctx.org, key, input)
    return showCategory(ctx, key, {})
  },
}
