import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { AccountReach } from '#contract/core/account-reach.ts'
import { SentimentTimeline, timelineQuery } from '#contract/core/timelines.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Ids, Linked, pathIds, Unlinked } from '#contract/core/ids.ts'
import { SentimentBreakdown, Trend } from '#contract/core/labels.ts'
import { orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Color, FilledText, LanguageModel, Name, Text } from '#contract/core/texts.ts'
import { Time, When } from '#contract/core/times.ts'

const fields = {
  id: Id,
  name: Type.String({ examples: ['Export'] }),
  color: Color,
  notes: nullable(Type.String({ examples: ['Everything about getting data out.'] })),
  insight_count: Count,
  account_reach: AccountReach,
  created_at: Time,
  updated_at: Time,
}
export const activityWeeks = 12
const Activity = Type.Object(
  {
    weeks: Type.Array(Count, {
      minItems: activityWeeks,
      maxItems: activityWeeks,
      examples: [[3, 1, 4, 2, 2, 5, 3, 4, 6, 5, 7, 6]],
      description: 'New insights per week of the last 12 weeks, oldest first.',
    }),
    previous_insight_count: { ...Count, description: 'New insights in the 12 weeks before that.' },
    sentiment_breakdown: { ...SentimentBreakdown, description: 'Of the last 12 weeks.' },
    subtheme_count: Count,
  },
  { ...closed, $id: 'ThemeActivity', description: 'Only with include=activity.' },
)
export const Theme = Type.Object({ ...fields, activity: Type.Optional(Activity) }, { ...closed, $id: 'Theme' })

const Examples = (example: string, description: string) =>
  Type.Array(FilledText(example, 500), { maxItems: 20, uniqueItems: true, examples: [[example]], description })
/** Statements that the analysis compares with, beside the insights of the theme. */
export const themeExamples = {
  belongs: Examples('The CSV export stops at ten thousand rows.', 'Statements that belong in the theme.'),
  does_not_belong: Examples(
    'The CSV import loses the last column.',
    'Statements that do not belong in the theme although they are similar.',
  ),
}

const details = {
  ...fields,
  definition: nullable(Type.String({ examples: ['Include export and reports; exclude imports.'] })),
  ...themeExamples,
  origin: oneOf('manual', 'auto'),
  language_model: LanguageModel,
  merged_into_id: nullable(Id),
  archived_at: nullable(Time),
  sentiment_breakdown: SentimentBreakdown,
  category_breakdown: Type.Record(Type.String(), Count, { examples: [{ PAIN_POINTS: 7 }] }),
  subtheme_count: Count,
  trend: Trend,
  first_insight_at: nullable(Time),
  last_insight_at: nullable(Time),
}
export const ThemeDetail = Type.Object(details, { ...closed, $id: 'ThemeDetail' })
const MergedTheme = Type.Object({ ...details, moved_insight_count: Count }, { ...closed, $id: 'MergedTheme' })

const writable = {
  name: Name('Export'),
  color: Color,
  notes: nullable(Text('Everything about getting data out.', 2000)),
  definition: nullable(Text('Include export and reports; exclude imports.', 2000)),
  ...themeExamples,
}

export const themes = defineRoutes({
  listThemes: {
    method: 'GET',
    path: '/themes',
    summary: 'List themes, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        q: Type.Optional(Name('export')),
        segment_id: Type.Optional(Id),
        ...accountFilters,
        sort: Type.Optional(
          oneOf('-created_at', 'created_at', '-insight_count', '-revenue', 'name', '-name', '-updated_at'),
        ),
        updated_since: Type.Optional(When),
        include_archived: Type.Optional(Type.Boolean()),
        include_deleted: Type.Optional(Type.Boolean()),
        include: Type.Optional({
          ...multiValue(oneOf('activity')),
          description: 'activity: recent insights and the number of subthemes.',
        }),
      },
      closed,
    ),
    result: page(orTombstone(Theme)),
  },
  getTheme: {
    method: 'GET',
    path: '/themes/{themeId}',
    summary: 'Read one theme',
    params: pathIds('themeId'),
    result: ThemeDetail,
    errors: ['MERGED'],
  },
  createTheme: {
    method: 'POST',
    effect: 'adds',
    path: '/themes',
    event: 'theme.created',
    summary: 'Create a theme',
    status: 201,
    body: Type.Object(
      {
        name: writable.name,
        color: Type.Optional(writable.color),
        notes: Type.Optional(writable.notes),
        definition: Type.Optional(writable.definition),
        belongs: Type.Optional(writable.belongs),
        does_not_belong: Type.Optional(writable.does_not_belong),
      },
      closed,
    ),
    result: ThemeDetail,
    errors: ['DUPLICATE'],
  },
  updateTheme: {
    method: 'PATCH',
    effect: 'removes',
    path: '/themes/{themeId}',
    event: 'theme.updated',
    summary: 'Change a theme',
    params: pathIds('themeId'),
    body: anyOfFields({ ...writable, archived: Type.Boolean() }),
    result: ThemeDetail,
    errors: ['DUPLICATE', 'MERGED'],
  },
  archiveTheme: {
    method: 'DELETE',
    path: '/themes/{themeId}',
    event: 'theme.archived',
    summary: 'Archive a theme; its links stay, hidden',
    params: pathIds('themeId'),
    result: ThemeDetail,
    errors: ['MERGED'],
  },
  mergeThemes: {
    method: 'POST',
    effect: 'removes',
    path: '/themes/{themeId}/merge',
    event: 'theme.merged',
    summary: 'Merge other themes into this one',
    params: pathIds('themeId'),
    body: Type.Object({ source_theme_ids: Ids(20) }, closed),
    result: MergedTheme,
    errors: ['MERGED'],
  },
  backfillTheme: {
    method: 'POST',
    effect: 'adds',
    path: '/themes/{themeId}/backfill',
    summary: 'Link past insights that fit the definition of a theme',
    status: 202,
    params: pathIds('themeId'),
    description: 'Requires a definition. Existing links are kept.',
    result: Accepted,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  listThemeInsights: {
    method: 'GET',
    path: '/themes/{themeId}/insights',
    summary: 'List the insights of a theme',
    params: pathIds('themeId'),
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
    errors: ['MERGED'],
  },
  linkThemeInsights: {
    method: 'POST',
    effect: 'adds',
    path: '/themes/{themeId}/insights',
    event: 'theme.updated',
    summary: 'Link insights to a theme',
    params: pathIds('themeId'),
    body: Type.Object({ insight_ids: Ids() }, closed),
    result: Linked,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unlinkThemeInsight: {
    method: 'DELETE',
    path: '/themes/{themeId}/insights/{insightId}',
    event: 'theme.updated',
    summary: 'Unlink one insight from a theme',
    params: pathIds('themeId', 'insightId'),
    result: Unlinked('theme_id', 'insight_id'),
    errors: ['MERGED'],
  },
  getThemeTimeline: {
    method: 'GET',
    path: '/themes/{themeId}/timeline',
    replica: true,
    summary: 'Sentiment of a theme over time',
    params: pathIds('themeId'),
    query: timelineQuery,
    result: SentimentTimeline('theme_id'),
    errors: ['MERGED'],
  },
})
