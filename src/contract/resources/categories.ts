import Type from 'typebox'
import { routes } from '#contract/core/route.ts'
import {
  Category,
  closed,
  Color,
  Count,
  Id,
  Name,
  page,
  SentimentBreakdown,
  Text,
  When,
} from '#contract/core/shapes.ts'

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
  created_after: Type.Optional(When),
  created_before: Type.Optional(When),
}
const key = Type.Object({ key: Category }, closed)

export const categories = routes({
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
    body: Type.Partial(
      Type.Object({
        name: Name('Pain points', 60),
        description: Text('What hurts customers today.', 2000),
        color: Color,
      }),
      { ...closed, minProperties: 1 },
    ),
    result: CategoryCard,
  },
})
