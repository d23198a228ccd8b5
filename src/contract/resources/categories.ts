import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id } from '#contract/core/ids.ts'
import { Category, SentimentBreakdown } from '#contract/core/labels.ts'
import { page } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count } from '#contract/core/shapes.ts'
import { Color, Name, Text } from '#contract/core/texts.ts'
import { createdRange } from '#contract/core/times.ts'

export const CategoryCard = Type.Object(
  {
    key: Category,
    name: Type.String({ examples: ['Pain points'] }),
    description: Type.String({ examples: ['What hurts customers today.'] }),
    color: Color,
    insight_count: Count,
    opportunity_category: Type.Boolean(),
    sentiment_breakdown: SentimentBreakdown,
  },
  { ...closed, $id: 'Category' },
)

const counted = {
  segment_id: Type.Optional(Id),
  ...createdRange,
}
const key = Type.Object({ key: Category }, closed)

export const categories = defineRoutes({
  listCategories: {
    method: 'GET',
    path: '/categories',
    summary: 'List the six categories with their counts',
    query: Type.Object(counted, closed),
    result: page(CategoryCard),
  },
  getCategory: {
    method: 'GET',
    path: '/categories/{key}',
    summary: 'Read one category',
    params: key,
    query: Type.Object(counted, closed),
    result: CategoryCard,
  },
  updateCategory: {
    method: 'PATCH',
    effect: 'updates',
    path: '/categories/{key}',
    summary: 'Rename or recolour a category',
    params: key,
    admin: true,
    body: anyOfFields({
      name: Name('Pain points', 60),
      description: Text('What hurts customers today.', 2000),
      color: Color,
    }),
    result: CategoryCard,
  },
})
