import Type from 'typebox'
import { Id } from '#contract/core/ids.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { productKinds } from '#vocabulary/product-kinds.ts'

const Kind = Type.Object(
  {
    key: { ...oneOf(...productKinds), description: 'The kind of product.' },
    name: Type.String({
      examples: ['Booking and scheduling software'],
      description: 'What it is called, in German where most of the feedback is German, else in English.',
    }),
  },
  { ...closed, $id: 'ProductKindName' },
)
const SuggestedTheme = Type.Object(
  {
    key: Type.String({ examples: ['No-shows'], description: 'The English name of the topic.' }),
    name: Type.String({
      examples: ['No-shows'],
      description: 'What to call the theme, in that `language`.',
    }),
    definition: nullable(
      Type.String({
        examples: ['Customers who do not come, no-show fees'],
        description: 'What belongs in the theme, for `definition` of `POST /themes`; null where there is none.',
      }),
    ),
    theme_id: { ...nullable(Id), description: 'The theme that has this name already; null if none has.' },
  },
  { ...closed, $id: 'SuggestedTheme' },
)
const chosen = nullable(oneOf(...productKinds))
const ProductKind = Type.Object(
  {
    kind: {
      ...nullable(Kind),
      description: 'The chosen kind, else the found one; null where nobody has chosen one and none is clear.',
    },
    chosen: { ...chosen, description: 'The kind that an admin has chosen; null for the one that is found.' },
    found: { ...nullable(Kind), description: 'The kind that the first items speak for; null where none is clear.' },
    item_count: { ...Count, description: 'How many items were read to find it: the first 200 at most.' },
    language: Type.String({
      examples: ['en'],
      description: 'The language of most of these items, as an ISO 639-1 code; `en` without items.',
    }),
    kinds: Type.Array(Kind, { description: 'The kinds to choose from.' }),
    themes: Type.Array(SuggestedTheme, {
      description: 'Themes that people with this kind of product use; empty without a kind.',
    }),
  },
  { ...closed, $id: 'ProductKind' },
)

export const productKind = defineRoutes({
  getProductKind: {
    method: 'GET',
    path: '/product-kind',
    summary: 'Read what kind of product the feedback is about, with themes to begin with',
    description:
      'Found by the words of the first items, without a language model. `POST /themes` creates a suggested theme; ' +
      'nothing is created by reading.',
    result: ProductKind,
  },
  updateProductKind: {
    method: 'PATCH',
    effect: 'updates',
    path: '/product-kind',
    summary: 'Choose what kind of product the feedback is about',
    admin: true,
    body: Type.Object(
      {
        chosen: {
          ...chosen,
          description: 'The kind of product; null goes back to the one that is found.',
        },
      },
      closed,
    ),
    result: ProductKind,
  },
})
