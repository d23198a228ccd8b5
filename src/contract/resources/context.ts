import Type from 'typebox'
import { CoverageIsExact, CoverageVerdict } from './coverage-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, OrgId, pathIds, UserId } from '#contract/core/ids.ts'
import { Category } from '#contract/core/labels.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Color, Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { webAddressPattern } from '#vocabulary/patterns.ts'

const text = (example: string) => Type.String({ examples: [example] })
const GlossaryTerm = Type.Object({ term: Name('Workspace', 100), meaning: Text('What a team shares.', 1000) }, closed)
const lines = (example: string) => Type.Array(Text(example, 1000, 1), { maxItems: 50, examples: [[example]] })

const profileFields = {
  company_name: nullable(Name('Acme')),
  website: nullable(Type.String({ pattern: webAddressPattern, maxLength: 500, examples: ['https://acme.example'] })),
  industry: nullable(Name('Software')),
  description: nullable(Text('Acme makes notes for teams.', 4000)),
  product_summary: nullable(Text('A notes app with sharing and export.', 4000)),
  ideal_customer: nullable(Text('Teams of 5 to 50.', 2000)),
  personas: lines('Team lead'),
  goals: lines('Exports that finish'),
  glossary: Type.Array(GlossaryTerm, { maxItems: 200 }),
  out_of_scope: lines('Hardware'),
}
export const Profile = Type.Object(
  { ...profileFields, updated_at: nullable(Time) },
  { ...closed, $id: 'ContextProfile' },
)

export const contextSections = [
  'profile',
  'glossary',
  'entries',
  'segments',
  'categories',
  'top_themes',
  'rising_themes',
  'quiet_themes',
  'nps',
  'opportunities',
  'initiatives_in_progress',
  'projects_in_progress',
  'competitors',
  'sources',
  'coverage',
  'features',
] as const
const ThemeLine = Type.Object(
  { id: Id, name: text('Export'), color: Color, insight_count: Count, positive: Count, negative: Count },
  closed,
)
const Moved = Type.Object({ id: Id, name: text('Export'), current: Count, previous: Count }, closed)
const Plan = Type.Object({ id: Id, title: text('Exports that finish'), status: text('building') }, closed)
const EntryKind = oneOf('fact', 'decision', 'constraint', 'terminology')
const { updated_at: _, ...profile } = Profile.properties

const sections = {
  profile: Type.Optional(nullable(Type.Object({ ...profile, glossary: Type.Optional(profile.glossary) }, closed))),
  glossary: Type.Optional(
    Type.Array(Type.Object({ term: text('Workspace'), meaning: text('What a team shares.') }, closed)),
  ),
  entries: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: Id,
          kind: EntryKind,
          title: text('Billing moved'),
          content: text('Billing is done by the reseller.'),
          pinned: Type.Boolean(),
        },
        closed,
      ),
    ),
  ),
  segments: Type.Optional(Type.Array(Type.Object({ id: Id, name: text('Enterprise'), contact_count: Count }, closed))),
  categories: Type.Optional(Type.Array(Type.Object({ key: Category, insight_count: Count }, closed))),
  top_themes: Type.Optional(Type.Array(ThemeLine)),
  rising_themes: Type.Optional(Type.Array(Moved)),
  quiet_themes: Type.Optional(Type.Array(Moved)),
  nps: Type.Optional(
    nullable(
      Type.Object(
        {
          score: nullable(Type.Integer({ minimum: -100, maximum: 100, examples: [32] })),
          responses: Count,
          period: text('30d'),
        },
        closed,
      ),
    ),
  ),
  opportunities: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: Id,
          title: text('Large exports fail'),
          category: Category,
          rank: nullable(Type.Integer()),
          impact_score: Type.Number({ examples: [72.4] }),
          insight_count: Count,
        },
        closed,
      ),
    ),
  ),
  initiatives_in_progress: Type.Optional(Type.Array(Plan)),
  projects_in_progress: Type.Optional(Type.Array(Plan)),
  competitors: Type.Optional(Type.Object({ status: text('ready'), names: Type.Array(text('Rival')) }, closed)),
  sources: Type.Optional(
    Type.Array(Type.Object({ source: text('zendesk'), feedback_count: Count, last_received_at: Time }, closed)),
  ),
  coverage: Type.Optional(
    Type.Object(
      {
        feedback_since: nullable(Time),
        insight_count: Count,
        contact_count: Count,
        is_exact: CoverageIsExact,
        verdict: CoverageVerdict,
      },
      closed,
    ),
  ),
  features: Type.Optional(
    Type.Object(
      {
        subthemes: Type.Boolean(),
        segments: Type.Boolean(),
        competitors: Type.Boolean(),
        semantic_search: Type.Boolean(),
        llm: Type.Boolean(),
      },
      closed,
    ),
  ),
}
const contextFields = {
  generated_at: Time,
  truncated: Type.Boolean({ description: 'Sections were left out to fit the token budget.' }),
  token_estimate: Type.Integer({ minimum: 0, examples: [1800], description: 'A quarter of the characters.' }),
}
const Context = Type.Object(
  {
    organization: Type.Object({ id: OrgId, name: text('Acme'), region: oneOf('us', 'eu', 'au') }, closed),
    ...sections,
    ...contextFields,
  },
  { ...closed, $id: 'Context' },
)
const ContextMarkdown = Type.Object(
  { markdown: text('# Acme'), ...contextFields },
  { ...closed, $id: 'ContextMarkdown' },
)

export const ContextEntry = Type.Object(
  {
    id: Id,
    kind: EntryKind,
    title: text('Billing moved'),
    content: text('Billing is done by the reseller.'),
    pinned: Type.Boolean(),
    expires_at: nullable(Time),
    author_id: nullable(UserId),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'ContextEntry' },
)
const writable = {
  kind: EntryKind,
  title: Name('Billing moved'),
  content: Text('Billing is done by the reseller.', 4000, 1),
  pinned: Type.Boolean(),
  expires_at: nullable(Time),
}

export const context = defineRoutes({
  getContext: {
    method: 'GET',
    path: '/context',
    summary: 'The organization in one read: the first call an assistant should make',
    description: 'Limited to max_tokens by leaving out whole sections, starting with the last.',
    query: Type.Object(
      {
        format: withDefault(oneOf('json', 'markdown'), 'json'),
        sections: Type.Optional(multiValue(oneOf(...contextSections))),
        max_tokens: withDefault(Type.Integer({ minimum: 200, maximum: 16_000, examples: [4000] }), 4000),
        since: withDefault(oneOf('7d', '30d', '90d', 'all'), '30d'),
        segment_id: Type.Optional(Id),
      },
      closed,
    ),
    result: Type.Union([Context, ContextMarkdown]),
  },
  getContextProfile: {
    method: 'GET',
    path: '/context/profile',
    summary: 'Read what the company says about itself',
    result: Profile,
  },
  updateContextProfile: {
    method: 'PATCH',
    effect: 'updates',
    path: '/context/profile',
    summary: 'Change what the company says about itself',
    admin: true,
    body: anyOfFields(profileFields),
    result: Profile,
  },
  listContextEntries: {
    method: 'GET',
    path: '/context/entries',
    summary: 'List the notes kept for assistants, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        kind: Type.Optional(multiValue(EntryKind)),
        pinned: Type.Optional(Type.Boolean()),
        q: Type.Optional(Text('billing', 200, 2)),
        include_expired: Type.Optional(Type.Boolean()),
        ...deltaFilters,
      },
      closed,
    ),
    result: page(orTombstone(ContextEntry)),
  },
  createContextEntry: {
    method: 'POST',
    effect: 'adds',
    path: '/context/entries',
    summary: 'Keep a note for assistants',
    status: 201,
    body: Type.Object(
      {
        kind: writable.kind,
        title: writable.title,
        content: writable.content,
        pinned: withDefault(writable.pinned, false),
        expires_at: Type.Optional(writable.expires_at),
      },
      closed,
    ),
    result: ContextEntry,
  },
  updateContextEntry: {
    method: 'PATCH',
    effect: 'updates',
    path: '/context/entries/{entryId}',
    summary: 'Change a note',
    params: pathIds('entryId'),
    body: anyOfFields(writable),
    result: ContextEntry,
  },
  deleteContextEntry: {
    method: 'DELETE',
    path: '/context/entries/{entryId}',
    summary: 'Delete a note',
    params: pathIds('entryId'),
    result: Deleted,
  },
})
