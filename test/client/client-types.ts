import Type from 'typebox'
import { createClient } from '#client/client.ts'
import { defineRoutes } from '#contract/core/route.ts'

/* Type tests: only compiled, never run. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>() => {}

export async function inputs() {
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'key' })
  await client.getMe()
  await client.getMe({}, { signal: AbortSignal.timeout(1000) })
  await client.listThemes()
  await client.listThemes({ limit: 5, sort: '-insight_count', include_archived: true })
  await client.createTheme({ name: 'Export', notes: null }, { idempotencyKey: 'one' })
  await client.updateTheme({ themeId: 'id', name: 'Import' })
  await client.mergeThemes({ themeId: 'id', source_theme_ids: ['other'] })
  // A field with a default may be left out.
  await client.addInsightQuote({ insightId: 'id', text: 'It spins.' })

  // @ts-expect-error limit is a number
  await client.listThemes({ limit: '5' })
  // @ts-expect-error there is no such filter
  await client.listThemes({ colour: 'red' })
  // @ts-expect-error not one of the sort orders
  await client.listThemes({ sort: 'colour' })
  // @ts-expect-error takes no input
  await client.getMe({ limit: 5 })
  // @ts-expect-error the path needs an id
  await client.getTheme()
  // @ts-expect-error the path needs an id
  await client.getTheme({})
  // @ts-expect-error a name is required
  await client.createTheme({ color: '#ffffff' })
  // @ts-expect-error a name is never null
  await client.createTheme({ name: null })
  // @ts-expect-error a list is not one value
  await client.mergeThemes({ themeId: 'id', source_theme_ids: 'other' })
  // @ts-expect-error no such operation
  await client.frobnicate()
  // @ts-expect-error no such option
  await client.getMe({}, { idempotency: 'one' })
}

export async function answers() {
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'key' })
  const page = await client.listThemes()
  holds<Same<(typeof page.data)[number]['insight_count'], number>>()
  holds<Same<typeof page.pagination.next_cursor, string | null>>()
  const theme = await client.createTheme({ name: 'Export' })
  holds<Same<typeof theme.trend, 'rising' | 'falling' | 'flat'>>()
  holds<Same<NonNullable<typeof theme.idempotency>['replayed'], boolean>>()
  // @ts-expect-error the response has no such field
  void page.colour
  // @ts-expect-error a read has no idempotency field
  void page.idempotency
}

export async function walks() {
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'key' })
  for await (const theme of client.all('listThemes', { limit: 100 })) holds<Same<typeof theme.name, string>>()
  for await (const { data } of client.pages('listInsights'))
    holds<Same<(typeof data)[number]['themes'][number]['color'], string>>()
  client.all('listInsightQuotes', { insightId: 'id' })

  // @ts-expect-error a single theme is not paged
  client.pages('getTheme', { themeId: 'id' })
  // @ts-expect-error categories are not paged
  client.all('listCategories')
  // @ts-expect-error the path needs an id
  client.all('listInsightQuotes')
  // @ts-expect-error there is no such filter
  client.pages('listThemes', { colour: 'red' })
}

export async function surfaces() {
  const app = createClient({ baseUrl: '', surface: 'app' })
  await app.getSession()
  await app.listThemes()
  await app.createApiKey({ name: 'Nightly export' })
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'key' })
  // @ts-expect-error only the web app has a session
  await client.getSession()
  // @ts-expect-error a key or the web app's surface
  createClient({ baseUrl: 'https://example.com' })
  // @ts-expect-error the web app has no key
  createClient({ baseUrl: '', surface: 'app', apiKey: 'key' })
}

export async function anInventoryOfOnesOwn() {
  const inventory = defineRoutes({
    buildThings: {
      method: 'POST',
      effect: { create: 'adds', archive: 'removes' },
      path: '/build/things',
      summary: 'Change a thing',
      actions: { create: Type.Object({ title: Type.String() }), archive: Type.Object({ thing_id: Type.String() }) },
      result: Type.Object({ id: Type.String() }),
    },
    listThings: {
      method: 'GET',
      path: '/things',
      summary: 'List things',
      query: Type.Object({ offset: Type.Optional(Type.Integer()) }),
      result: Type.Object({
        data: Type.Array(Type.Object({ id: Type.String() })),
        pagination: Type.Object({
          total: Type.Integer(),
          has_more: Type.Boolean(),
          offset: Type.Integer(),
          limit: Type.Integer(),
        }),
      }),
    },
  })
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'key', inventory })
  await client.buildThings({ action: 'archive', thing_id: 'id' })
  for await (const thing of client.all('listThings')) holds<Same<typeof thing.id, string>>()
  // @ts-expect-error a field of another action
  await client.buildThings({ action: 'archive', title: 'Things' })
  // @ts-expect-error no such action
  await client.buildThings({ action: 'burn', thing_id: 'id' })
  // @ts-expect-error not in this inventory
  await client.listThemes()
}

export function effectsOfWrites() {
  const result = Type.Object({})
  const actions = { create: Type.Object({}), archive: Type.Object({}) }
  // @ts-expect-error a write says what it does to what is stored
  defineRoutes({ createThing: { method: 'POST', path: '/things', summary: 'Create a thing', result } })
  // @ts-expect-error a read has no effect
  defineRoutes({ listThings: { method: 'GET', effect: 'adds', path: '/things', summary: 'List things', result } })
  const things = { method: 'POST', path: '/build/things', summary: 'Change a thing', actions, result } as const
  // @ts-expect-error archive has no effect
  defineRoutes({ buildThings: { ...things, effect: { create: 'adds' } } })
  // @ts-expect-error one effect per action
  defineRoutes({ buildThings: { ...things, effect: 'adds' } })
  defineRoutes({ buildThings: { ...things, effect: { create: 'adds', archive: 'removes' } } })
}
