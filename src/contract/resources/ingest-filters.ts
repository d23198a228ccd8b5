import Type from 'typebox'
import { Source } from './feedback.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { anyOfFields, closed } from '#contract/core/shapes.ts'

const Domain = Type.String({
  pattern:
    '^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$',
  examples: ['acme.example'],
})

export const IngestFilters = Type.Object(
  {
    internal_domains: Type.Array(Domain, {
      maxItems: 100,
      uniqueItems: true,
      examples: [['acme.example']],
      description: 'Feedback of contacts with these email domains is skipped.',
    }),
    ignored_sources: Type.Array(Source, {
      maxItems: 100,
      uniqueItems: true,
      examples: [['test']],
      description: 'Feedback from these sources is skipped.',
    }),
    min_length: Type.Integer({
      minimum: 0,
      maximum: 1000,
      examples: [10],
      description: 'Feedback with fewer characters is skipped.',
    }),
  },
  { ...closed, $id: 'IngestFilters' },
)

const app = { audience: 'app' } as const

export const ingestFilters = defineRoutes({
  getIngestFilters: {
    ...app,
    method: 'GET',
    path: '/ingest-filters',
    summary: 'Read what is kept out of the analysis',
    result: IngestFilters,
  },
  updateIngestFilters: {
    ...app,
    method: 'PATCH',
    effect: 'updates',
    path: '/ingest-filters',
    summary: 'Choose what is kept out of the analysis; it is taken in all the same',
    admin: true,
    body: anyOfFields(IngestFilters.properties),
    result: IngestFilters,
  },
})
